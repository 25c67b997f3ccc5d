close [open [lindex $argv end] wb]
