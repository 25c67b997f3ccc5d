assert(io.open(arg[#arg], "wb")):close()
