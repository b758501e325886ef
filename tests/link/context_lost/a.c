/* A wrapper that may call more than what it is handed calls all of it for everyone. */
static int seen;
static void one(void)
{
    seen++;
}
static void two(void)
{
    seen++;
}
static void three(void)
{
    seen++;
}
static void four(void)
{
    seen++;
}
static void five(void)
{
    seen++;
}
static void six(void)
{
    seen++;
}
static void seven(void)
{
    seen++;
}
static void eight(void)
{
    seen++;
}
static void nine(void)
{
    seen++;
}
static void ten(void)
{
    seen++;
}
static void eleven(void)
{
    seen++;
}
static void twelve(void)
{
    seen++;
}
static void assigned(void (*call)(void))
{
    if (seen > 2) {
        call = two;
    }
    call();
}
static void set(void (**call)(void))
{
    if (seen > 3) {
        *call = four;
    }
}
static void address_taken(void (*call)(void))
{
    set(&call);
    call();
}
static void by_pointer(void (*call)(void))
{
    call();
}
static void (*const wrapper)(void (*)(void)) = by_pointer;
static void (*kept)(void);
static void stored(void (*call)(void))
{
    kept = call;
    kept();
}
static void *untyped = (void *)nine;
static void converted(void (*call)(void))
{
    if (seen > 4) {
        call = (void (*)(void))untyped;
    }
    call();
}
static void (*cells[])(void) = {eleven};
static void loaded(void (*call)(void), void *from)
{
    if (seen > 5) {
        call = *(void (**)(void))from;
    }
    call();
}
static void a(void)
{
    assigned(one);
}
static void b(void)
{
    address_taken(three);
}
static void c(void)
{
    wrapper(five);
}
static void d(void)
{
    by_pointer(six);
}
static void e(void)
{
    stored(seven);
}
static void f(void)
{
    stored(eight);
}
static void g(void)
{
    converted(ten);
}
static void h(void)
{
    loaded(twelve, cells);
}
int main(void)
{
    assigned(three);
    for (int i = 0; i < 4; i++) {
        a();
        b();
        c();
        d();
        e();
        f();
        g();
        h();
    }
    return seen ? 0 : 1;
}
