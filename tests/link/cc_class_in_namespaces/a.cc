// Classes of one name in several namespaces, and outside of them, are not one.
struct token {
    long kind;
    void (*called)();
};
namespace simple {
struct token {
    long kind;
    void (*called)();
};
}
static void first() {}
static void second() {}
static void call(token *t)
{
    t->called();
}
static void call(simple::token *t)
{
    t->called();
}
int main()
{
    token a = {0, first};
    simple::token b = {0, second};
    call(&a);
    call(&b);
    return 0;
}
