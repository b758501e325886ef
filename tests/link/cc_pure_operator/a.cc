// A pure virtual operator is called as one: it is no code that was not collected.
struct condition {
    virtual bool operator()(int) const = 0;
    virtual condition &operator+=(int) = 0;
    virtual operator bool() const = 0;
    virtual ~condition() {}
};
struct always : condition {
    int sum = 0;
    bool operator()(int) const override { return true; }
    condition &operator+=(int n) override
    {
        sum += n;
        return *this;
    }
    operator bool() const override { return sum > 0; }
};
struct base {
    virtual int f() { return 1; }
    virtual ~base() {}
};
struct derived : base {
    int f() override { return 2; }
};
struct operations {
    int (*op)(int);
};
static int one(int x) { return x; }
static int run(operations *o) { return o->op(1); }
static bool test(condition &c)
{
    c += 2;
    return c(3) && c;
}
void never() {}
bool (condition::*pointer)(int) const = &condition::operator();
int main(int argc, char **)
{
    always a;
    base *b = argc > 1 ? new base : new derived;
    operations o = {one};
    int sum = test(a) + b->f() + run(&o) + (a.*pointer)(4);
    delete b;
    return sum == 0;
}
