File.binwrite(ARGV.last, "")
