int general();
int for_pointer();
int for_int();
template <class T> struct Kind {
    static int get()
    {
        return general();
    }
};
template <class T> struct Kind<T *> {
    static int get()
    {
        return for_pointer();
    }
};
template <> struct Kind<int> {
    static int get()
    {
        return for_int();
    }
};
template <class T> int name(T)
{
    return Kind<T>::get();
}
template <> int name(char)
{
    return for_int();
}
template <class T> int unused(T)
{
    return general();
}

int use(char *text)
{
    return name(1) + name(2.0) + name(text) + name('c');
}
