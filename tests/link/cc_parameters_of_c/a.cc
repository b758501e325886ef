// Records by value and results in memory shift the parameters as they are passed.
extern "C" {
struct two {
    void *c;
    long n;
};
struct big {
    long l[4];
};
void take(two t, void (*f)());
big make(void (*f)());
}
static void f()
{
}
static void g()
{
}
int main()
{
    take(two{nullptr, 1}, f);
    make(g);
}
