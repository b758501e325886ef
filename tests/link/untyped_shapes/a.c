/* Functions of all sorts are kept as integers and called under types that are written where they are
 * taken out. A call is of those that take and return values of the sorts that it passes and expects;
 * that it may be of the others is said of the call. Those that are stored under a type of their own
 * are called as what they are written to be. */
struct object {
    int value;
};
struct entry {
    const char *name;
    void *function;
};
static int of_object(struct object *o, char *text)
{
    return o->value;
}
static int of_void(void *o, void *text)
{
    return 0;
}
static void returns_nothing(struct object *o, char *text)
{
}
static int of_length(struct object *o, unsigned long length)
{
    return (int)length;
}
static int of_flag(struct object *o, int flag)
{
    return flag;
}
static char *makes_text(struct object *o, char *text)
{
    return text;
}
static int takes_nothing()
{
    return 0;
}
static int old_style(o, text)
    struct object *o;
    char *text;
{
    return o->value;
}
static struct entry entries[8];
static int count;
static void enter(const char *name, void *function)
{
    entries[count].name = name;
    entries[count++].function = function;
}
typedef int (*on_object)(void *, void *);
static int call(int i, struct object *o)
{
    on_object f = (on_object)(unsigned long)entries[i].function;
    return f(o, "");
}
/* A conversion that names the function is meant, whatever the sorts. */
static on_object meant = (on_object)of_length;
static int call_meant(struct object *o)
{
    return meant(o, 0);
}
/* So is a function without a prototype where nothing else was written. */
static int (*handler)(struct object *, char *) = takes_nothing;
static int call_handler(struct object *o)
{
    return handler(o, "");
}
/* Members of a union overlap, whatever is written to one. */
union callback {
    int (*flag)(struct object *, int);
    int (*text)(struct object *, char *);
};
static union callback callback = {of_flag};
static int call_callback(struct object *o)
{
    return callback.text(o, 0);
}
int main(void)
{
    struct object o = {0};
    enter("object", (void *)(unsigned long)of_object);
    enter("void", (void *)(unsigned long)of_void);
    enter("old", (void *)(unsigned long)old_style);
    enter("nothing", (void *)(unsigned long)returns_nothing);
    enter("length", (void *)(unsigned long)of_length);
    enter("flag", (void *)(unsigned long)of_flag);
    enter("text", (void *)(unsigned long)makes_text);
    enter("none", (void *)(unsigned long)takes_nothing);
    return call(0, &o) + call(1, &o) + call(2, &o) + call(7, &o) + call_meant(&o) +
           call_handler(&o) + call_callback(&o);
}
