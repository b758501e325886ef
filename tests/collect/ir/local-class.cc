int f();
int g();

int plain()
{
    struct Local {
        Local()
        {
            f();
        }
        ~Local()
        {
            g();
        }
        int method()
        {
            struct Inner {
                static int deep()
                {
                    return g();
                }
            };
            return Inner::deep();
        }
    };
    Local local;
    return local.method();
}
inline auto returned()
{
    struct Local {
        int method()
        {
            return f();
        }
    };
    return Local();
}
int another()
{
    struct Local {
        virtual int method()
        {
            return f();
        }
    };
    Local local;
    return local.method() + returned().method();
}
