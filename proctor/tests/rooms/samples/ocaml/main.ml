let () = close_out (open_out_bin Sys.argv.(Array.length Sys.argv - 1))
