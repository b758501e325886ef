int f();
struct Elsewhere {
    virtual ~Elsewhere();
    virtual int key();
    virtual int inline_method()
    {
        return f();
    }
};
struct Abstract {
    virtual int key() = 0;
    virtual int outside();
};
struct Concrete : Abstract, Elsewhere {
    int key() override;
    int local()
    {
        return key();
    }
};

int use()
{
    Elsewhere elsewhere;
    Concrete concrete;
    return elsewhere.inline_method() + concrete.local();
}
