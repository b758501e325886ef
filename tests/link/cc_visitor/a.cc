struct number;
struct sum;
struct visitor {
    virtual void visit(number &) = 0;
    virtual void visit(sum &) = 0;
};
struct node {
    virtual void accept(visitor &v) = 0;
};
struct number : node {
    int value = 0;
    void accept(visitor &v) override
    {
        v.visit(*this);
    }
};
struct sum : node {
    node *left = nullptr;
    void accept(visitor &v) override
    {
        v.visit(*this);
    }
};
struct totals : visitor {
    int n = 0;
    void visit(number &x) override
    {
        n += x.value;
    }
    void visit(sum &s) override
    {
        s.left->accept(*this);
    }
};
int main()
{
    number one;
    sum s;
    s.left = &one;
    totals t;
    s.accept(t);
    return t.n;
}
