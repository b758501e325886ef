/* A pointer to a virtual member of a class whose table is elsewhere: that all tables that are here
 * are known says nothing of what it calls. */
struct outside {
    virtual int run();
    virtual int more();
};
namespace
{
struct hidden {
    virtual int run()
    {
        return 1;
    }
};
} // namespace
static int apply(outside &o, int (outside::*m)())
{
    return (o.*m)();
}
int use(outside &o)
{
    hidden h;
    hidden *p = &h;
    return apply(o, &outside::run) + p->run();
}
