int f(int);
int f(double);
template <class T> int apply(T value)
{
    auto local = [value](T other) { return f(value + other); };
    return local(value);
}
template <class T> struct Box {
    T value;
    auto getter()
    {
        return [this] { return f(value); };
    }
};

int use()
{
    Box<int> box = {1};
    return apply(1) + apply(2.0) + box.getter()();
}
