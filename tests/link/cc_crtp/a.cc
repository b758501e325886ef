/* No virtual call, nor any through a pointer. */
template <class D> struct counted {
    int twice()
    {
        return 2 * static_cast<D *>(this)->once();
    }
};
struct one : counted<one> {
    int once()
    {
        return 1;
    }
};
struct two : counted<two> {
    int once()
    {
        return 2;
    }
};
int main()
{
    one a;
    two b;
    return a.twice() + b.twice() - 6;
}
