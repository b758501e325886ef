struct Shape {
    virtual Shape *clone() const;
    int kind;
};
struct Named {
    virtual Named *copy() const;
};
struct Circle : Shape, Named {
    Circle *clone() const override;
    Circle *copy() const override
    {
        return clone();
    }
};
struct Last final : Circle {
    Last *copy() const override;
};

Circle *Circle::clone() const
{
    return new Circle(*this);
}
Named *through_base(const Named &named)
{
    return named.copy();
}
Circle *known(const Last &last)
{
    return last.copy();
}
