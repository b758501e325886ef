! Procedures bound to types, and to those that extend them.
module shapes
   type, abstract :: shape
   contains
      procedure(area_of), deferred :: area
      procedure :: describe
   end type
   abstract interface
      real function area_of(this)
         import :: shape
         class(shape), intent(in) :: this
      end function
   end interface
   type, extends(shape) :: square
      real :: side
   contains
      procedure :: area => square_area
   end type
   type, extends(shape) :: circle
      real :: radius
   contains
      procedure :: area => circle_area
      procedure :: describe => describe_circle
   end type
contains
   subroutine describe(this)
      class(shape), intent(in) :: this
      print *, 'shape', this%area()
   end subroutine
   subroutine describe_circle(this)
      class(circle), intent(in) :: this
      print *, 'circle', this%area()
   end subroutine
   real function square_area(this)
      class(square), intent(in) :: this
      square_area = this%side ** 2
   end function
   real function circle_area(this)
      class(circle), intent(in) :: this
      circle_area = 3.14 * this%radius ** 2
   end function
end module
program main
   use shapes
   class(shape), allocatable :: s
   s = square(2.0)
   call s%describe()
   s = circle(1.0)
   call s%describe()
end program
