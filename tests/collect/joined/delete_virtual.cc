/* What `delete` calls by a virtual table: destructors that other files, or libraries, define. */
#include <fstream>

namespace n {
struct base {
    virtual ~base();
};
struct derived : base {
    int x;
};
struct last final : base {
    ~last();
};
template <class T> struct box {
    virtual ~box();
    T x;
};
template <class T> struct plain {
    ~plain();
    T x;
};
} // namespace n

void own(n::base *b, n::derived *d, n::last *l) { delete b; delete d; delete l; }
void instance(n::box<int> *b, n::plain<int> *p) { delete b; delete p; }
void library(std::ofstream *f, std::ostream *o) { delete f; delete o; }
