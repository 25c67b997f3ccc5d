(with-open-file (database (car (last sb-ext:*posix-argv*))
                          :direction :output :if-exists :supersede
                          :element-type '(unsigned-byte 8)))
