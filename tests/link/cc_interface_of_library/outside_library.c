/* The library, as a compiler of C++ translates it. */
struct function {
    void *kept[2];
    void *manager;
    void (*invoker)(void **);
};
struct vector {
    struct function *begin, *end, *capacity;
};
struct bus {
    void (**methods)(struct bus *, struct vector *);
};

static void destroy(struct bus *bus, struct vector *none)
{
    (void)bus;
    (void)none;
}

static void subscribe(struct bus *bus, struct vector *handlers)
{
    (void)bus;
    for (struct function *handler = handlers->begin; handler != handlers->end; handler++) {
        handler->invoker(handler->kept);
    }
}

struct bus *undescribed_bus(void)
{
    static void (*methods[])(struct bus *, struct vector *) = {destroy, destroy, subscribe};
    static struct bus bus = {methods};
    return &bus;
}
