/* No main: others may derive from what is theirs to derive from. */
struct plugin {
    virtual int run();
};
int plugin::run()
{
    return 0;
}
namespace
{
struct hidden {
    virtual int run()
    {
        return 1;
    }
};
struct hidden_more : hidden {
    int run() override
    {
        return 2;
    }
};
} // namespace
int use(plugin &p, int which)
{
    hidden a;
    hidden_more b;
    hidden *h = which ? &a : &b;
    return p.run() +
           h->run();
}
