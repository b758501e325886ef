namespace library
{
struct Interface {
    virtual ~Interface()
    {
    }
    virtual void called() = 0;
    virtual void offered()
    {
    }
};
template <class T> struct Wrapper {
    T value;
    virtual T get()
    {
        return value;
    }
};
// Only code of instances, which the compiler calls, refers to these.
struct Counted {
    virtual void add() = 0;
    struct Owner {
        virtual void release() = 0;
    };
};
template <class T> struct Kept {
    virtual void keep(T *) = 0;
};
template <class T> struct Reference {
    T *held;
    Counted::Owner *owner;
    Kept<T> *kept;
    ~Reference()
    {
        held->add();
        owner->release();
        kept->keep(held);
    }
};
struct User {
    Reference<Counted> counted;
};
} // namespace library
