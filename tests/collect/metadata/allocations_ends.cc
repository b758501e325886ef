// The text goes on to the last parenthesis, which libclang leaves out, and to the end of a macro.
typedef __SIZE_TYPE__ size_t;
extern "C" void *malloc(size_t);
#define PASS(x) x
void *g;
int *f() { static int *w2(new int(6)); static int *w3 (
  new int (7)
); g = PASS(malloc(3)); return w2; }
int *const k(new int(3));
