/* GObject makes the record of a class, which the program knows as a larger one and fills in: what it
 * knows of that, the class that is extended, is its own. */
#include <glib-object.h>

typedef struct {
    GObject parent;
} mine;
typedef struct {
    GObjectClass parent;
    void (*own)(void);
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
static void never(void)
{
}
static void mine_class_init(mineClass *class)
{
    G_OBJECT_CLASS(class)->finalize = finalize;
    class->own = own;
}
static void mine_init(mine *object)
{
    (void)object;
}
int main(void)
{
    GObject *object = g_object_new(mine_get_type(), NULL);
    ((mineClass *)G_OBJECT_GET_CLASS(object))->own();
    g_object_unref(object);
    return 0;
}
