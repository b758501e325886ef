! Procedures of a module, called by name.
module numbers
contains
   integer function twice(n)
      integer, intent(in) :: n
      twice = 2 * n
   end function
   subroutine show(n)
      integer, intent(in) :: n
      print *, twice(n)
   end subroutine
end module
program plain
   use numbers
   call show(21)
end program
