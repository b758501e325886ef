int one(int);
double two(double);
inline int pick(int x) { return one(x); }
inline double pick(double x) { return two(x); }

template <class T> T apply(T x)
{
    return pick(x);
}
template <class T> struct Box {
    T value;
    T get() { return apply(value); }
    T never() { return undeclared(value); }
};

int main()
{
    Box<int> b = {1};
    return b.get() + (int)apply(2.0);
}
