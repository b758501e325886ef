int f(int);
template <class T> struct Box {
    Box(T value) : value(value)
    {
    }
    ~Box()
    {
        f(value);
    }
    T get() const
    {
        return helper(value);
    }
    static T helper(T value)
    {
        return f(value);
    }
    T never()
    {
        return undeclared(value);
    }
    T value;
};
template <class T> struct Derived : Box<T> {
    using Box<T>::Box;
    T twice()
    {
        return this->get() + Box<T>::get();
    }
};

int use()
{
    Derived<int> derived(1);
    return derived.twice() + Box<long>::helper(2);
}
