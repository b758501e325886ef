int f(int);
constexpr int square(int n)
{
    return n * n;
}
consteval int cube(int n)
{
    return n * square(n);
}
template <class T> int choose(T value)
{
    if constexpr (sizeof(T) == 1) {
        return f(1);
    } else {
        return square(value);
    }
}
constexpr int both(int n)
{
    if consteval {
        return n;
    } else {
        return f(n);
    }
}
struct Literal {
    constexpr Literal(int n) : n(square(n))
    {
    }
    int n;
};
constexpr int folded = square(3);
constinit Literal global(4);
int numbers[square(2)] = {both(1), cube(2)};

int use(int n)
{
    constexpr Literal literal(5);
    Literal dynamic(n);
    return choose('c') + choose(n) + square(6) + cube(7) + folded + literal.n + dynamic.n + both(n);
}
