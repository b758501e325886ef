/* Classes of one name in a function: the compiler numbers them, and what the source shows of their
 * functions belongs to these. */
struct Base {
    virtual int hit() = 0;
    virtual ~Base()
    {
    }
};
int run(Base *b)
{
    return b->hit();
}
int one(int x)
{
    return x;
}
int two(int x)
{
    return x + 1;
}
int f(int k)
{
    if (k > 3) {
        struct Local : Base {
            int hit() override
            {
                return one(2);
            }
        };
        Local l;
        return run(&l);
    }
    if (k > 2) {
        struct Local : Base {
            int m;
            Local(long n) : m(n)
            {
            }
            int hit() override
            {
                return two(m);
            }
        };
        Local l(2);
        return run(&l);
    }
    struct Local {
        static int unused()
        {
            return two(4);
        }
        int used()
        {
            return one(4);
        }
    };
    return Local().used();
}
int main(int argc, char **argv)
{
    return f(argc);
}
