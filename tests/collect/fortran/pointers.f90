! Procedure pointers, components that are, procedures as arguments.
module tasks
   abstract interface
      integer function step(n)
         integer, intent(in) :: n
      end function
   end interface
   type :: task
      procedure(step), pointer, nopass :: run => null()
   end type
contains
   integer function add_one(n)
      integer, intent(in) :: n
      add_one = n + 1
   end function
   integer function negate(n)
      integer, intent(in) :: n
      negate = -n
   end function
   integer function apply(f, n)
      procedure(step) :: f
      integer, intent(in) :: n
      apply = f(n)
   end function
end module
program main
   use tasks
   procedure(step), pointer :: p
   type(task) :: t
   integer :: base = 3
   p => add_one
   t%run => negate
   print *, p(1), t%run(2), apply(negate, 3), apply(local, 4)
contains
   integer function local(n)
      integer, intent(in) :: n
      local = n + base
   end function
end program
