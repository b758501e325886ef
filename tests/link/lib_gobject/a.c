/* Handlers of signals are called when any function emits one; never by what only looks them up. */
#include <glib-object.h>

struct sink {
    void (*take)(void);
};
static void count(void)
{
}
static void never(void)
{
}
static void changed(GObject *object, GParamSpec *property, gpointer data)
{
    struct sink *sink = data;
    sink->take();
}
static void released(gpointer data, GClosure *closure)
{
    struct sink *sink = data;
    sink->take();
}
static void other(GObject *object, gpointer data)
{
    never();
}
int main(void)
{
    struct sink sink = {count};
    void (*kept)(void) = never;
    GObject *object = g_object_new(G_TYPE_OBJECT, NULL);
    gulong id = g_signal_connect_data(object, "notify", G_CALLBACK(changed), &sink, released, 0);
    guint number = g_signal_lookup("notify", G_TYPE_OBJECT);
    g_signal_emit(object, number, 0, NULL);
    g_signal_handler_disconnect(object, id);
    int found = g_signal_handlers_block_matched(object, G_SIGNAL_MATCH_FUNC, 0, 0, NULL,
                                                (gpointer)other, NULL);
    g_object_unref(object);
    return kept == never && found == 0 ? 0 : 1;
}
