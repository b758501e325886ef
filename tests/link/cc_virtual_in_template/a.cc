template <class T> struct list {
    virtual T first()
    {
        return T();
    }
    T second()
    {
        return first() + 1;
    }
};
struct ints : list<int> {
    int first() override
    {
        return 4;
    }
};
int main()
{
    ints a;
    list<int> b;
    list<long> c;
    return a.second() + b.second() + (int)c.first() - 6;
}
