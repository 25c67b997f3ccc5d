words <- commandArgs(trailingOnly = TRUE)
close(file(words[length(words)], "wb"))
