program main
  implicit none
  character(len=1000) :: database
  integer :: unit
  call get_command_argument(command_argument_count(), database)
  open(newunit=unit, file=trim(database), access='stream', form='unformatted', status='replace')
  close(unit)
end program main
