using size = decltype(sizeof 0);
struct Pooled {
    Pooled();
    ~Pooled();
    static void *operator new(size);
    static void *operator new[](size);
    static void operator delete(void *);
    static void operator delete[](void *, size);
};
struct Derived : Pooled {
};

Pooled *one()
{
    return new Derived;
}
Pooled *global()
{
    return ::new Pooled;
}
Pooled *many()
{
    return new Pooled[2];
}
void release(Derived *derived, Pooled *pooled)
{
    delete derived;
    delete[] pooled;
}
