// Defines what lib.h declares.
#include "lib.h"
namespace app {
int deep::helper(id x, int times) { return (int)x * times; }
base::base() : buffer_() { }
base::base(int a, int b) : value_(a + b), buffer_() { }
base::~base() { }
int base::maybe(int x) { return x; }
int base::set(int v, int w) { value_ = v; return w; }
int base::made = 0;
int base::count() { return made; }
bool base::operator==(const base &o) const { return value_ == o.value_; }
base::number base::twice() const { return 2 * value_; }
int peek(const base &b) { return b.value_; }
int derived::run(int x) { return x; }
int derived::maybe(int x) { return -x; }
template <> int sum<char, 4>(const char &c) { return c; }
int over(int a) { return a; }
int over(double a) { return (int)a; }
template struct box<long>;
int apply(int (*f)(int), int x) { return f(x); }
int use_inner(inner i) { return i.z; }
}
