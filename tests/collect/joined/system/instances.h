// A library that is all header, which one file of the program compiles for all.
template <class T> struct reader {
    T read();
    T skip();
};

#ifdef INSTANCES_HERE
template <class T> T reader<T>::skip()
{
    return T();
}
template <class T> T reader<T>::read()
{
    return skip();
}
template struct reader<int>;

__attribute__((weak)) int version()
{
    return 1;
}
inline int unused()
{
    return 2;
}
#endif
