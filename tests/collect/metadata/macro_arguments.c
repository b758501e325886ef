/* What ends in an argument of a macro ends where the use of the macro does: loops, branches and
 * functions. h is 100 and 1 in: a c d f g i p q; 101 (once outside) in: j k l o; 1 (two halves) in b. */
#define PASS(x) x
#define FOR(i,n) for (int i = 0; i < n; i++)
int h(int);
void a(int n) { while (n) PASS(h(n)); }
void i(int n) { PASS(while (n) { h(n); }) }
void b(int n) { if (n) PASS(h(n)); else h(2); }
void c(int n) { PASS(PASS(FOR(k, n) { h(n); })) }
void d(int n) { PASS(if (n) { h(n); } else { while (n) h(3); }) }
PASS(int e(int n) { return h(n); })
#define WRAP(x) { x }
void f(int n) { while (n) WRAP(h(n);) }
int g(int n) PASS({ while (n) h(n); return n; })
void j(int n) { while (n) PASS (
   h(n)
  ); h(1); }
void k(int n) { while (n)
 PASS({ h(n); PASS(h(1);) }) h(7); }
void l(int n) { while (n) PASS(h(n + ')' + 1 /* ) */ + *")\")" // ")
 )); h(1); }
void o(int n) { for (PASS(n = h(1)); n; n--) h(2); }
#define TWO(a, b) a b
TWO(int p(int n) {, while (n) h(n); return 0; })
#define END }
int q(int n) { PASS(while (n) { h(n); END) return 0; PASS(END)
