struct counter {
    int n = 0;
    int up(int by)
    {
        return n += by;
    }
    int down(int by)
    {
        return n -= by;
    }
    int get() const
    {
        return n;
    }
};
typedef int (counter::*change)(int);
static int apply(counter &c, change f, int by)
{
    return (c.*f)(by);
}
int main()
{
    counter c;
    int (counter::*get)() const = &counter::get;
    apply(c, &counter::up, 2);
    apply(c, &counter::down, 2);
    counter *p = &c;
    return (p->*get)();
}
