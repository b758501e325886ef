// Constructors and destructors of classes with virtual bases set the tables of all parts of an
// object to what they are handed.
struct shape {
    virtual ~shape()
    {
    }
    virtual int area() const
    {
        return 0;
    }
};
struct named {
    virtual ~named()
    {
    }
    virtual int name() const
    {
        return 1;
    }
};
struct round : named, virtual shape {
    int area() const override
    {
        return 3;
    }
    ~round() override
    {
    }
};
struct solid : named, virtual shape {
    int name() const override
    {
        return 5;
    }
};
struct ball final : round {
    int name() const override
    {
        return 2;
    }
    ~ball() override
    {
    }
};
static int measure(const shape *s)
{
    return s->area();
}
static int call(const named *n)
{
    return n->name();
}
int main()
{
    ball b;
    round r;
    solid s;
    shape *made = new ball;
    int sum = measure(&b) + call(&b) + call(&r) + measure(&s) + call(static_cast<named *>(&s));
    delete made;
    return sum - 11;
}
