int general();
int special();

template <class T> int choose(T)
{
    return general();
}
template <> int choose(long)
{
    return special();
}
extern template int choose(char);
template <class T> struct Box {
    int get() { return general(); }
};
template <> struct Box<int> {
    int get();
};
int Box<int>::get()
{
    return special();
}

int main()
{
    Box<int> b;
    Box<long> c;
    return b.get() + c.get() + choose(1) + choose(1L) + choose('c');
}
