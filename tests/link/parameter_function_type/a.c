/* Parameters of function type are pointers; declared by typedef of the function. */
typedef int function(int);
typedef function *pointer;
static function twice, thrice;
static int apply(function fn, int x)
{
    return fn(x);
}
static int apply_pointer(pointer fn, int x)
{
    return (***fn)(x);
}
static int twice(int x)
{
    return 2 * x;
}
static int thrice(int x)
{
    return 3 * x;
}
int main(void)
{
    return apply(*twice, 3) - apply_pointer(&thrice, 2);
}
