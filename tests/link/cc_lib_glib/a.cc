/* As lib_glib, in C++, where all pointers are tracked. */
#include <glib-object.h>
#include <glib.h>

struct item {
    void (*run)(int);
};
static void in_list(int n)
{
}
static void in_table(int n)
{
}
static void in_array(int n)
{
}
static void in_queue(int n)
{
}
static void by_source(int n)
{
}
static void by_thread(int n)
{
}
static void never(int n)
{
}
static GMainLoop *loop;
static void each(gpointer data, gpointer user)
{
    ((void (*)(int))data)(1);
    ((struct item *)user)->run(1);
}
static void each_entry(gpointer key, gpointer value, gpointer user)
{
    ((void (*)(int))value)(2);
}
static gint compare(gconstpointer a, gconstpointer b)
{
    return a < b ? -1 : a > b;
}
static void destroy(gpointer data)
{
}
static gboolean on_idle(gpointer data)
{
    ((void (*)(int))data)(3);
    g_main_loop_quit(loop);
    return FALSE;
}
static gpointer body(gpointer data)
{
    ((void (*)(int))data)(4);
    return data;
}
static gboolean not_added(gpointer data)
{
    never(1);
    return FALSE;
}
int main(void)
{
    struct item item = {in_list};
    GList *list = g_list_append(NULL, (gpointer)in_list);
    list = g_list_sort(list, compare);
    g_list_foreach(list, each, &item);
    ((void (*)(int))list->data)(5);
    g_list_free(list);
    GHashTable *table = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, destroy);
    g_hash_table_insert(table, (gpointer)"key", (gpointer)in_table);
    g_hash_table_foreach(table, each_entry, NULL);
    ((void (*)(int))g_hash_table_lookup(table, "key"))(6);
    g_hash_table_unref(table);
    GPtrArray *array = g_ptr_array_new();
    g_ptr_array_add(array, (gpointer)in_array);
    ((void (*)(int))g_ptr_array_index(array, 0))(7);
    g_ptr_array_unref(array);
    GQueue *queue = g_queue_new();
    g_queue_push_tail(queue, (gpointer)in_queue);
    ((void (*)(int))g_queue_pop_head(queue))(8);
    g_queue_free(queue);
    loop = g_main_loop_new(NULL, FALSE);
    g_idle_add(on_idle, (gpointer)by_source);
    g_main_loop_run(loop);
    GThread *thread = g_thread_new("body", body, (gpointer)by_thread);
    ((void (*)(int))g_thread_join(thread))(9);
    GObject *object = (GObject *)g_object_new(G_TYPE_OBJECT, NULL);
    g_object_set_data(object, "item", (gpointer)&item);
    ((struct item *)g_object_get_data(object, "item"))->run(10);
    return 0;
}
