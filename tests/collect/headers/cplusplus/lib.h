// Every kind of declaration of C++ that a header may have.
#pragma once
template <class T> struct list { T *first; };
namespace app {
constexpr int limit = 4;
inline int counter = 0;
using id = unsigned long;
using ids = list<id>;
template <class T> using ptr = T *;
enum class mode { off, on = 3, both };
namespace deep { using app::limit; int helper(id x, int times = limit); }
namespace short_name = deep;
using deep::helper;
class base {
public:
    base();
    explicit base(int a, int b = limit);
    virtual ~base();
    virtual int run(int x) = 0;
    virtual int maybe(int x);
    int get() const { return value_; }
    int set(int v,
            int w = 7);
    static int made;
    static int count();
    static constexpr int size = 16;
    friend int peek(const base &b);
    bool operator==(const base &o) const;
    using number = int;
    number twice() const;
    mode m = mode::off;
protected:
    int value_ = limit;
    char buffer_[size];
};
class derived : public base {
public:
    using base::base;
    int run(int x) override;
    int maybe(int x) override;
};
template <class T>
struct box {
    T item;
    int used = 0;
    T get() const;
    void put(const T &t) { item = t; used++; }
    static int boxes;
};
template <class T>
T box<T>::get() const
{
    return item;
}
template <class T> int box<T>::boxes = 0;
template <class T, int N = limit>
int sum(const T &t);
template <class T, int N>
int sum(const T &t)
{
    return t + N;
}
template <> int sum<char, 4>(const char &c);
struct pod { int a; int b = 2; };
typedef struct pod pod_t;
inline int twice(int x) { return 2 * x; }
int over(int a);
int over(double a);
extern template struct box<long>;
struct visitor { int operator()(int x) const { return x; } };
int apply(int (*f)(int), int x = counter);
inline namespace v2 { struct inner { int z; }; int use_inner(inner i); }
template <class T> constexpr T pi = T(3);
auto lambda = [](int x) { return x + limit; };
}
