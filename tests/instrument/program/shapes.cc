/* C++ whose names are hard for filters: templates, lambdas, operators, local classes. */
#include <algorithm>
#include <vector>

extern "C" {
int leaf(int a);
int count(int n);
}

namespace
{
int hidden(int x)
{
    return x * 3;
}
} // namespace

static int twice(int x)
{
    return 2 * x;
}

struct Square {
    double side;
    explicit Square(double s) : side(s) {}
    ~Square() {}
    double area(int k) const { return side * side * k; }
    Square operator+(const Square &o) const { return Square(side + o.side); }
    bool operator<(const Square &o) const { return side < o.side; }
    Square &operator<<(int k)
    {
        side += k;
        return *this;
    }
    operator int() const { return static_cast<int>(side); }
};

template <class T> T apply(T x, int n)
{
    for (int i = 0; i < n; i++) {
        x = x + x;
    }
    return x;
}

template <class T> struct Box {
    T held;
    T get() const { return held; }
    template <class U> U as(U u) const { return u; }
};

int fact(int n)
{
    return n < 2 ? 1 : n * fact(n - 1);
}

int act(int n)
{
    return n + 1;
}

int outer(int n)
{
    struct Local {
        int run(int k) { return k + 2; }
    } local;
    auto add = [n](int k) { return k + n; };
    return add(3) + local.run(2);
}

int main()
{
    Square a(1), b(2);
    std::vector<int> v{3, 1, 2};
    std::sort(v.begin(), v.end(), [](int x, int y) { return x > y; });
    Box<int> box{1};
    Box<std::vector<int>> boxes{v};
    a << 2;
    return static_cast<int>((a + b).area(2) + apply<double>(1.5, 3)) + hidden(1) + twice(2) +
           apply(box.get(), 2) + fact(3) + act(2) + leaf(3) + outer(2) + box.as(2L) + (a < b) +
           static_cast<int>(b) + boxes.get()[0] + count(2);
}
