int f(int);
template <class Derived> struct Base {
    int run()
    {
        return static_cast<Derived *>(this)->step() + fallback();
    }
    int fallback()
    {
        return f(1);
    }
};
struct First : Base<First> {
    int step()
    {
        return f(2);
    }
};
struct Second : Base<Second> {
    int step();
    int fallback();
};

int use()
{
    First first;
    Second second;
    return first.run() + second.run();
}
