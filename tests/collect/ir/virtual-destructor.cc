struct Member {
    ~Member();
};
struct Base {
    virtual ~Base();
    Member member;
};
struct Derived : Base {
    Member another;
};
struct Last final : Base {
    ~Last() override;
};

Base::~Base()
{
}
void through_base(Base *base)
{
    delete base;
}
void through_last(Last *last)
{
    delete last;
}
Base *make()
{
    return new Derived;
}
