// Bodies of lambdas that only the compiler knows are found by place. Those of one macro use are at
// one place; those of default arguments and members are of nobody's body.
int h(int);
int k(int);

#define ONE(n) [](int v) { while (v--) h(v); }(n)
#define TWO(n) ([](int v) { while (v--) h(v); }(n), [](int v) { return v ? k(v) : 0; }(n))

// one lambda at its place: complexity 2, h in a loop
template <class T> void once(T n) { ONE(n); }
template void once<int>(int);

// two lambdas that cannot be distinguished: no values
template <class T> void twice(T n) { TWO(n); }
template void twice<int>(int);

// the lambda of the default argument has no values, and neither has what makes a pointer of it
template <class T> int given(T t, int (*p)() = [] { return h(1); }) { while (t) k(t--); return p(); }
int uses_default(int n) { return given(n); }

// nor has that of the member; the constructor has its own
template <class T> struct made {
    T m = [] { return h(4); }();
    T o;
    made(T t) : o(t ? k(t) : 0) {}
};
template struct made<int>;

// a class within the lambda is not the lambda
template <class T> int inner(T t) {
    return [](T u) { struct local { int m(int n) { for (; n; n--) h(n); return n; } }; return u ? local().m(u) : 0; }(t);
}
template int inner<int>(int);

// of one in another, the innermost
template <class T> int nested(T t) { return [](T u) { return u ? [](T v) { while (v) k(v--); return v; }(u) : 0; }(t); }
template int nested<int>(int);

template <class T> auto generic(T t) { return [](auto v) { return v ? h(v) : k(v); }(t); }
template auto generic<int>(int);
