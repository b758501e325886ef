// A class whose key function is elsewhere has its table there; others may still construct it.
struct Base {
    virtual void key();
    virtual void more() {}
};
struct Derived final : Base {
    void more() override;
};
struct Pure {
    virtual void p() = 0;
    virtual void gone() = delete;
};

void Derived::more() {}

void run(Base *base, Pure *pure)
{
    Base local;
    Derived derived;
    base->more();
    pure->p();
    derived.more();
}
