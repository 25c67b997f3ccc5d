import std/os

writeFile(paramStr(paramCount()), "")
