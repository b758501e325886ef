int f(int);
template <class T> struct Box {
    T value;
    int size() const
    {
        return f(value);
    }
};
template <template <class> class Container, class T> int measure(const Container<T> &container)
{
    return container.size();
}
template <template <class> class Policy> struct Host : Policy<int> {
    int host()
    {
        return this->size();
    }
};

int use()
{
    Box<int> box = {1};
    Host<Box> host;
    return measure(box) + host.host();
}
