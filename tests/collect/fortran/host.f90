! A procedure within another, which sees its variables, as an argument.
module m
   abstract interface
      subroutine visitor(n)
         integer, intent(in) :: n
      end subroutine
   end interface
contains
   subroutine each(v)
      procedure(visitor) :: v
      integer :: i
      do i = 1, 3
         call v(i)
      end do
   end subroutine
end module
subroutine total(sum, extra)
   use m
   integer, intent(out) :: sum
   procedure(visitor) :: extra
   sum = 0
   call each(add)
contains
   subroutine add(n)
      integer, intent(in) :: n
      sum = sum + n
      call extra(sum)
   end subroutine
end subroutine
subroutine shown(n)
   integer, intent(in) :: n
   print *, n
end subroutine
program main
   external shown
   integer :: n
   call total(n, shown)
   print *, n
end program
