File.write!(List.last(System.argv()), "")
