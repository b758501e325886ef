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
} // namespace library
