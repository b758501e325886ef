extern "C" {
int c_function(int);
int defined_here(int n)
{
    return c_function(n);
}
static int hidden_here(int n)
{
    return c_function(n + 1);
}
}
namespace inside
{
extern "C" int in_namespace();
}
extern "C" int variadic(const char *, ...);

int use()
{
    return defined_here(1) + hidden_here(2) + inside::in_namespace() + variadic("%d", 3);
}
