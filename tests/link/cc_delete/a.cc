struct base {
    virtual ~base()
    {
    }
};
struct part {
    int *count;
    ~part()
    {
        ++*count;
    }
};
struct derived : base {
    part p;
    explicit derived(int *n) : p{n}
    {
    }
    ~derived() override
    {
    }
};
struct unrelated {
    virtual ~unrelated()
    {
    }
};
static void drop(base *b)
{
    delete b;
}
int main()
{
    int n = 0;
    drop(new derived(&n));
    drop(new base);
    unrelated u;
    return n - 1;
}
