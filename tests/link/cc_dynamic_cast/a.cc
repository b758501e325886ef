struct base {
    virtual int kind()
    {
        return 0;
    }
    virtual ~base() = default;
};
struct special : base {
    int kind() override
    {
        return 1;
    }
    virtual int extra()
    {
        return 2;
    }
};
struct more : special {
    int extra() override
    {
        return 3;
    }
};
static int use(base &b)
{
    if (auto s = dynamic_cast<special *>(&b)) {
        return s->extra() + s->kind();
    }
    return b.kind();
}
int main()
{
    base b;
    special s;
    more m;
    return use(b) + use(s) + use(m) - 7;
}
