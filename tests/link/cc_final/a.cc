struct base {
    virtual int f() = 0;
};
struct last final : base {
    int f() override
    {
        return 1;
    }
};
struct closing : base {
    int f() final
    {
        return 2;
    }
};
struct below : closing {
    int g()
    {
        return f();
    }
};
static int use(base &b)
{
    return b.f();
}
int main()
{
    last l;
    below b;
    return use(l) + use(b) + b.g() - 5;
}
