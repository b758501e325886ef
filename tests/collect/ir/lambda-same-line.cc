int f(int);
int g(int);
int choose(int a, int b);

// clang-format off
int immediate() { return [] { return f(1); }() + [] { return g(2); }(); }
int arguments() { return choose([](int n) { return f(n); }(1), [](int n) { return g(n); }(2)); }
int nested() { return [] { return [] { return f(1); }(); }(); }
int first() { return [] { return f(3); }(); } int second() { return [] { return g(4); }(); }
// clang-format on
