int small(int);
int large(long);
template <class T>
concept Small = sizeof(T) <= 4;
template <class T>
concept Sized = requires(T value) { value.size(); };
struct Box {
    int size() const;
};

template <Small T> int pick(T value)
{
    return small(value);
}
template <class T> int pick(T value)
{
    return large(value);
}
int measure(const Sized auto &container)
{
    return container.size();
}
template <class T> struct Holder {
    int method()
        requires Small<T>
    {
        return small(1);
    }
    int method()
    {
        return large(2);
    }
};

int use(const Box &box)
{
    return pick(1) + pick(2L) + measure(box) + Holder<long>().method();
}
