int f(int);
int f(const char *);
template <class T> int apply(T value)
{
    return f(value);
}
template <int N> int count()
{
    return count<N - 1>() + f(N);
}
template <> int count<0>()
{
    return f(0);
}
struct Box {
    template <class T> int put(T value)
    {
        return apply(value);
    }
    template <class T> operator T()
    {
        return put(T());
    }
};

int use(Box &box)
{
    int (*address)(const char *) = apply<const char *>;
    int converted = box;
    return apply(1) + count<2>() + box.put("a") + converted + address("b");
}
