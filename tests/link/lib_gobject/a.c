/* A header below /usr/include is a library's, whatever option names its directory: the library
 * calls what is in its records, and its functions are none of the program's. */
#include <glib-object.h>

static void nothing(void)
{
}
static void in_class(void)
{
}
static void on_class(gpointer type, gpointer data)
{
    in_class();
}
static void on_instance(GTypeInstance *instance, gpointer type)
{
}
static void never(GTypeInstance *instance, gpointer type)
{
    nothing();
}
int main(void)
{
    GTypeInfo info = {0};
    info.class_size = sizeof(GObjectClass);
    info.instance_size = sizeof(GObject);
    info.class_init = on_class;
    info.instance_init = on_instance;
    GType type = g_type_register_static(G_TYPE_OBJECT, "Mine", &info, (GTypeFlags)0);
    g_object_unref(g_object_new(type, NULL));
    return 0;
}
