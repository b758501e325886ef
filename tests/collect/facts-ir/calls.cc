/* What calls hand over and give back. */
using handler = void (*)(void *);
extern "C" void *outside(handler, void *);
extern "C" void printed(const char *, ...);
void give(void *);

static handler keep(handler f, void *data)
{
    f(data);
    return f;
}

void run(int &i)
{
    handler again = keep(give, &i);
    again(nullptr);
    void *result = outside(again, &i);
    keep(give, result);
    printed("text", again);
}

extern "C" void target(handler f) { f(nullptr); }
extern "C" void alias(handler f) __attribute__((alias("target")));
void through_alias() { alias(give); }

void assembly(handler f)
{
    handler g;
    asm("mov %1, %0" : "=r"(g) : "r"(f));
    g(nullptr);
}
