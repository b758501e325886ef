// libclang does not show what a switch has before its condition, and of what a capture is initialised
// with parts alone. A call that cannot be seen leaves the function open.
int w(int); int h(int);
int s(int n) { switch (int j = w(n); j) { case 1: return h(1); default: return 0; } }
int s2(int n) { switch (w(n); n) { case 1: return h(1); default: return 0; } }
int s3(int n) { switch (int j = w(n)) { case 1: return h(j); default: return 0; } }
int c(int n) { auto l = [y = n ? w(n) : 0] { return y; }; return l(); }
int c2(int n) { auto l = [y = h(n)] { return y; }; return l(); }
int c3(int n) { auto l = [y = h(w(n)), &n, z{w(3)}] { return y + n + z; }; return l(); }
int s4(int n) { switch (int j = w(n), k = h(n); /* ; */ j) { case 1: return h(1); default: return 0; } }
int s5(int n) { switch (const char *t = ";)"; n /* ; */) { case 1: for (;;) h(*t); default: return 0; } }
int s6(int n) { switch (n /* ; */) { case 1: return h(1); default: return 0; } }
