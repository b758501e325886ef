/* Variables of all storage, and what their values go through. */
typedef void (*fn)(int);
void a(int);
void b(int);
void c(int);
fn external;
static fn internal;
static fn table[3];

void assign(fn given)
{
    fn local = a, other;
    static fn kept = b;
    external = local;
    internal = given;
    kept = internal;
    table[1] = (other = kept);
    external = table[2];
}

fn choose(int which, fn x)
{
    fn y = which ? a : b;
    if (y == x || !x) {
        y = x ?: c;
    }
    return (which++, y);
}

fn pointers(fn *array, int n)
{
    fn f = c;
    fn *p = &f;
    *p = *array;
    p++;
    *p++ = array[n];
    n[array] = a;
    p += 2;
    return *(p - 1);
}

fn folded(void)
{
    return 1 ? a : b;
}

fn statements(fn x)
{
    return ({
        fn z = x;
        z;
    });
}

fn itself(void)
{
    fn f = *a;
    f = &b;
    f = **c;
    return *f;
}

fn selected(int n)
{
    fn f = _Generic(n, int: a, long: b);
    return __builtin_choose_expr(0, f, c);
}

fn dereferenced(fn **deep)
{
    return **deep;
}
