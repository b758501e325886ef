struct Part {
    Part();
    Part(const Part &);
    Part(Part &&);
    Part &operator=(const Part &);
    Part &operator=(Part &&);
};
struct Implicit {
    Part part;
    Part several[2];
};
struct Defaulted {
    Defaulted() = default;
    Defaulted(const Defaulted &) = default;
    Defaulted &operator=(const Defaulted &) = default;
    Part part;
};

void implicit(Implicit &a, Implicit &b, Implicit &c)
{
    Implicit copy(a);
    Implicit moved(static_cast<Implicit &&>(copy));
    a = b = c;
    b = static_cast<Implicit &&>(moved);
}
void defaulted(Defaulted &a, Defaulted &b)
{
    Defaulted copy(a);
    a = b;
}
