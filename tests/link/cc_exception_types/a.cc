// Handlers get what was thrown as an object or as a pointer, by the type that they catch.
struct object {
    void (*called)();
};
struct pointed {
    void (*called)();
};
static void first() {}
static void second() {}
static void third() {}
static void fourth() {}
static void by_reference() {}
static pointed seconds = {second};
static pointed fourths = {fourth};
static object thirds = {third};

static void toss(int which)
{
    switch (which) {
    case 0:
        throw object{first};
    case 1:
        throw &seconds;
    case 2:
        throw &thirds;
    case 3:
        throw &fourths;
    default:
        throw by_reference;
    }
}
int main()
{
    for (int i = 0; i < 5; i++) {
        try {
            toss(i);
        } catch (const object &o) {
            o.called();
        } catch (const pointed *p) {
            p->called();
        } catch (object *o) {
            o->called();
        } catch (void (*const &f)()) {
            f();
        }
    }
    try {
        toss(0);
    } catch (...) {
        try {
            throw;
        } catch (object o) {
            o.called();
        }
    }
    return 0;
}
