/* Fields are distinguished by type: by the innermost record that has a name, and the offset. */
typedef void (*fn)(int);
void a(int);
struct inner {
    fn f;
};
struct S {
    int n;
    struct {
        fn f;
        struct {
            fn g;
        };
    } ops;
    union {
        fn h;
        void *p;
    };
    struct inner inner;
    fn array[4];
    struct S *next;
    struct opaque *opaque;
    unsigned bits : 3;
};
typedef struct {
    fn f;
} T;
struct {
    fn f;
} unnamed;
struct plain {
    int x, y;
};
struct S global;
static T *internal;
struct plain plain;

void fields(struct S *s, T *t, struct plain *p)
{
    s->ops.f = a;
    s->ops.g = a;
    s->h = a;
    s->inner.f = a;
    s->array[p->x] = a;
    s->next->next->h = a;
    unnamed.f = a;
    t->f = a;
    p->y = p->x;
    s->bits = 1;
}

static fn get(struct S s)
{
    return s.h;
}

fn addresses(struct S *s)
{
    fn *f = &s->ops.f;
    struct inner *i = &s->inner;
    *f = a;
    i->f = *f;
    f = s->array;
    return get(*s);
}
