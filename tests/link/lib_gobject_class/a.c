/* GObject makes the record of a class, which the program knows as a larger one and fills in: what it
 * knows of that, the class that is extended, is its own. It calls others by their offsets. */
#include <glib-object.h>

typedef struct {
    GObject parent;
} mine;
typedef struct {
    GObjectClass parent;
    void (*own)(void);
    void (*on_signal)(mine *);
} mineClass;
G_DEFINE_TYPE(mine, mine, G_TYPE_OBJECT)

static void in_finalize(void)
{
}
static void finalize(GObject *object)
{
    in_finalize();
    G_OBJECT_CLASS(mine_parent_class)->finalize(object);
}
static void own(void)
{
}
static void in_signal(void)
{
}
static void on_signal(mine *object)
{
    (void)object;
    in_signal();
}
static void never(void)
{
}
static void mine_class_init(mineClass *class)
{
    G_OBJECT_CLASS(class)->finalize = finalize;
    class->own = own;
    class->on_signal = on_signal;
    g_signal_new("signal", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST,
                 G_STRUCT_OFFSET(mineClass, on_signal), NULL, NULL, NULL, G_TYPE_NONE, 0);
}
static void mine_init(mine *object)
{
    (void)object;
}
int main(void)
{
    GObject *object = g_object_new(mine_get_type(), NULL);
    ((mineClass *)G_OBJECT_GET_CLASS(object))->own();
    g_signal_emit_by_name(object, "signal");
    g_object_unref(object);
    return 0;
}
