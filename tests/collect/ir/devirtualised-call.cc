struct Base {
    virtual int method();
    virtual int other();
};
struct Final final : Base {
    int method() override;
};
struct Part : Base {
    int method() final;
};
Base make();

int final_class(Final &last)
{
    return last.method() + last.other();
}
int final_method(Part *part)
{
    return part->method();
}
int exact_type()
{
    Base base;
    Part parts[2];
    return base.method() + parts[1].other() + make().method();
}
int qualified(Final *last, Part &part)
{
    return last->Base::method() + part.Base::other();
}
