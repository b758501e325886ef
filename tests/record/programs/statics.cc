// Constructors and destructors of static objects, of one that is made when it is first needed, and
// what they call.
// total _Z9make_someiPKc 2
// total _ZN6StaticC1EPKc 3
// total _ZN6StaticD2Ev 3
// calls _ZN6StaticC1EPKc _Z4leafv 3
// calls _ZN6StaticD2Ev _Z4leafv 3
// calls main _Z6neededv 5
// calls _Z6neededv _ZN6StaticC1EPKc 1
// total _Z4leafv 6
static volatile int sink;

__attribute__((noinline)) void leaf()
{
    sink = sink + 1;
}

struct Static {
    __attribute__((noinline)) Static(const char *);
    __attribute__((noinline)) ~Static();
};

Static::Static(const char *)
{
    leaf();
}

Static::~Static()
{
    leaf();
}

__attribute__((noinline)) int make_some(int n, const char *)
{
    return n + sink;
}

Static first("first");
Static second("second");
int third = make_some(1, "third");
int fourth = make_some(2, "fourth");

__attribute__((noinline)) Static &needed()
{
    static Static object("needed");
    return object;
}

int main()
{
    for (int i = 0; i < 5; i++) {
        needed();
    }
    return 0;
}
