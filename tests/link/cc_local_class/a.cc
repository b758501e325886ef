// A class of a function has no qualified name: casts to it and from it are understood.
struct outer {
    long kind;
    void (*first)();
};
static void hit() {}
static void deep() {}
static int inner(int)
{
    struct local {
        struct nested {
            long kind;
            void (*second)();
        };
    };
    outer *o = new outer{0, deep};
    reinterpret_cast<local::nested *>(o)->second();
    return 0;
}
int main()
{
    struct local {
        long kind;
        void (*second)();
    };
    outer *o = new outer{0, hit};
    reinterpret_cast<local *>(o)->second();
    return inner(1);
}
