<?php
file_put_contents($argv[$argc - 1], "");
