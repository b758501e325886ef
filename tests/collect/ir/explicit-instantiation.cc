int f(int);
template <class T> struct Box {
    Box();
    ~Box()
    {
        f(1);
    }
    T unused()
    {
        return f(2);
    }
};
template <class T> Box<T>::Box()
{
    f(3);
}
template struct Box<int>;
extern template struct Box<long>;
template <class T> int apply(T value)
{
    return f(value);
}
template int apply<int>(int);
extern template int apply<long>(long);

int use()
{
    Box<long> box;
    return apply(2L) + box.unused();
}
