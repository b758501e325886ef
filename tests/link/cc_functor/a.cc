/* A class that keeps a function, called through its own operator. */
class bound
{
  public:
    bound(int (*f)(int, int), int first) : function(f), argument(first)
    {
    }
    int operator()(int second) const
    {
        return function(argument, second);
    }

  private:
    int (*function)(int, int);
    int argument;
};
static int add(int a, int b)
{
    return a + b;
}
static int sub(int a, int b)
{
    return a - b;
}
static int mul(int a, int b)
{
    return a * b;
}
template <class F> static int call(F f)
{
    return f(1);
}
int main()
{
    int (*other)(int, int) = mul;
    return call(bound(add, -1)) + call(bound(sub, 1)) + other(0, 1);
}
