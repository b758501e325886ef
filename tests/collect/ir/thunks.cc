int f();
struct First {
    virtual int first();
};
struct Second {
    virtual int second();
    virtual ~Second();
};
struct Root {
    virtual int root();
};
struct Both : First, Second, virtual Root {
    int first() override;
    int second() override;
    int root() override;
};

int Both::first()
{
    return f();
}
int Both::second()
{
    return first();
}
int Both::root()
{
    return f() + Second::second();
}
int use(Second *second)
{
    return second->second();
}
