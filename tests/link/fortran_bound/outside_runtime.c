/* What the runtime of flang does where an object of a type that is finalized is assigned. */
struct special {
    char which[8];
    void (*procedure)(void *);
};

struct type {
    void *bindings;
    struct special *special;
};

struct descriptor {
    void *object;
    struct type *type;
};

void _FortranAAssign(struct descriptor *to, const struct descriptor *from, const char *file, int line)
{
    (void)file;
    (void)line;
    from->type->special->procedure(to);
    *to = *from;
}
