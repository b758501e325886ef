/* A class of a function whose constructor does nothing: no constructor is called. */
void leave();

static int scoped(int x)
{
    struct guard {
        ~guard()
        {
            leave();
        }
    } g;
    static struct kept {
        ~kept()
        {
            leave();
        }
    } k;
    struct made {
        int x;
        made(int given) : x(given)
        {
        }
    } m(x);
    return m.x;
}

int call()
{
    return scoped(1);
}
