/* A call through one branch of the hierarchy does not get to its siblings. */
struct root {
    virtual int id()
    {
        return 0;
    }
};
struct left : root {
    int id() override
    {
        return 1;
    }
};
struct left_most : left {
    int id() override
    {
        return 2;
    }
};
struct right : root {
    int id() override
    {
        return 3;
    }
};
static int of_left(left &l)
{
    return l.id();
}
static int of_root(root &r)
{
    return r.id();
}
int main()
{
    left l;
    left_most m;
    right r;
    root o;
    return of_left(l) + of_left(m) + of_root(r) + of_root(o) - 6;
}
