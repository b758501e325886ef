int f();
int g();
inline int unused_inline()
{
    return f();
}
static int uncalled()
{
    return g();
}
static int only_from_dead()
{
    return f();
}
struct Unused {
    int method()
    {
        return uncalled();
    }
};

int use(int n)
{
    if (false) {
        return only_from_dead();
    }
    if (sizeof(n) == 4 || f()) {
        return g();
    }
    while (0) {
        f();
    }
    return n;
    return only_from_dead();
}
