int f(int);
int f(double);
struct Text {
    Text(const char *);
    ~Text();
};
int f(const Text &);
int sum()
{
    return 0;
}
template <class First, class... Rest> int sum(First first, Rest... rest)
{
    return f(first) + sum(rest...);
}
template <class... All> int fold(All... all)
{
    return (f(all) + ... + 0);
}
template <class... All> void comma(const All &...all)
{
    (f(all), ...);
}

int use()
{
    comma("a", "b");
    return sum(1, 2.0) + fold(1, 2.0);
}
