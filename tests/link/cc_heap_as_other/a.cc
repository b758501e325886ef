// Heap memory is made as one class and used as another that does not know it, through pointers without a type.
struct maker {
    long kind;
    void (*called)();
};
struct unused {
    long kind;
    void (*set)(int);
};
void use(void *memory);
static void hit() {}
static void other(int) {}
void (*keep)(int) = other;
int main()
{
    maker *m = new maker;
    m->called = hit;
    use(m);
    static unused none;
    if (none.set) {
        none.set(1);
    }
    return 0;
}
