/* What a closure captured is called by its body. */
static int f(int x)
{
    return x;
}
static int g(int x)
{
    return x;
}
template <class F> static int twice(F body)
{
    return body(0) + body(0);
}
int main(int argc, char **argv)
{
    int (*p)(int) = argc > 1 ? f : g;
    int (*q)(int) = f;
    auto by_value = [p](int x) { return p(x); };
    auto by_reference = [&q](int x) { return q(x); };
    return twice(by_value) + twice(by_reference);
}
