namespace space {
struct Counter {
    int value;
    explicit Counter(int v) : value(v) {}
    int get() const { return value; }
    int operator+(int n) const { return get() + n; }
    operator bool() const { return get() != 0; }
    static int make(int);
};
int Counter::make(int n)
{
    return n;
}
} // namespace space

int main()
{
    space::Counter c(space::Counter::make(1));
    return c ? c + 2 : c.get();
}
