/* Functions of one type that do not get to each other's calls. */
namespace one
{
static int f(int x)
{
    return x;
}
static int (*p)(int) = f;
} // namespace one
namespace two
{
static int f(int x)
{
    return x;
}
static int (*p)(int) = f;
} // namespace two
struct table {
    static int (*fns[2])(int);
    static int call(int i, int x)
    {
        return fns[i](x);
    }
};
static int first(int x)
{
    return x;
}
static int second(int x)
{
    return x;
}
int (*table::fns[2])(int) = {first, second};
int main()
{
    return one::p(0) +
           two::p(0) +
           table::call(0, 0) + table::call(1, 0);
}
