/* Initialisers, positional, designated, nested, with braces left out; of all storage. */
typedef void (*fn)(int);
void a(int);
void b(int);
void c(int);
void d(int);
struct in {
    const char *name;
    fn f;
};
struct S {
    int n;
    fn f[2];
    struct in in;
    fn g;
    union {
        int i;
        fn h;
    };
    struct in more[2];
};
fn one = a;
fn braced = {b};
fn row[] = {a, b, [5] = c, d};
fn matrix[2][2] = {{a}, {b, c}};
fn ranged[4] = {[1 ... 2] = a, b};
fn ranges[4][2] = {[0 ... 1] = {c, d}};
struct S positional = {1, {a, b}, {"x", c}, d, {0}, {{"y", a}}};
struct S elided = {1, a, b, "x", c, d, 0, "y", a, "z", b};
struct S designated = {.g = a, .h = b, .in.f = c, .more[1].f = d, .f[1] = a, .n = 3};
struct S continued = {.f[0] = a, b, "x", c, .more[0].name = "y", d, "z", a};
struct S rows[] = {[2] = {.g = a}, {.g = b}};
struct in *pointed = &(struct in){"w", d};
fn *literal = (fn[]){a, b};
const struct in *names[] = {&(const struct in){0, c}};
char text[] = "text";
const unsigned char numbers[] = {1, 2, 3};
void *addresses[] = {&one, row, &matrix[1][1], &positional, &positional.g, text, (void *)a};

void local(fn x)
{
    struct S s = {.g = x, .in = {"v", x}};
    static struct in kept = {0, b};
    fn mine[2] = {x, a};
    struct in copy = s.in;
    fn single = {x};
    fn *at = (fn[2]){x, single};
    at[0] = mine[1];
    *(struct in *)&kept = (struct in){"u", x};
    s.in = copy;
}
