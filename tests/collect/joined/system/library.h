/* Taken for a system header (-isystem). */
#ifndef LIBRARY_H
#define LIBRARY_H

namespace library {
void log(int);
template <typename T, typename F> T least(T a, T b, F before)
{
    return before(b, a) ? b : a;
}
template <typename T> struct Owner {
    explicit Owner(T *o) : object(o) { log(1); }
    ~Owner() { delete object; }
    T *object;
};
inline void nobody() { log(2); }
inline void deeper() { log(3); }
inline void used() { deeper(); }
inline void called_back() { log(4); }
struct Base {
    virtual ~Base() {}
    virtual void run() { log(5); }
    virtual void rest() { log(6); }
};
struct Unused : Base {
    void run() override { log(7); }
};
static inline int hidden(int x) { return x; }
}

#endif
