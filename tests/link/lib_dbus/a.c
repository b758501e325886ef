/* Filters, objects and data get what was registered with them. */
#include <dbus/dbus.h>
#include <stdlib.h>

struct object {
    void (*on_message)(void);
};
static void served(void)
{
}
static void filtered(void)
{
}
static void kept(void)
{
}
static void never(void)
{
}
static DBusHandlerResult filter(DBusConnection *connection, DBusMessage *message, void *data)
{
    ((void (*)(void))data)();
    return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
}
static DBusHandlerResult serve(DBusConnection *connection, DBusMessage *message, void *data)
{
    struct object *object = data;
    object->on_message();
    return DBUS_HANDLER_RESULT_HANDLED;
}
static void gone(DBusConnection *connection, void *data)
{
    free(data);
}
static void release(void *data)
{
    ((void (*)(void))data)();
}
static void not_set(void *data)
{
    never();
}
int main(void)
{
    static const DBusObjectPathVTable table = {gone, serve};
    struct object *object = malloc(sizeof *object);
    object->on_message = served;
    DBusConnection *connection = dbus_connection_open_private("unix:path=/nonexistent", NULL);
    if (connection) {
        dbus_connection_add_filter(connection, filter, (void *)filtered, NULL);
        dbus_connection_register_object_path(connection, "/object", &table, object);
        while (dbus_connection_read_write_dispatch(connection, -1)) {
        }
    }

    dbus_int32_t slot = -1, number = 7, back = 0;
    DBusMessage *message = dbus_message_new_signal("/object", "org.example.Object", "Changed");
    dbus_message_allocate_data_slot(&slot);
    dbus_message_set_data(message, slot, (void *)kept, release);
    dbus_message_append_args(message, DBUS_TYPE_INT32, &number, DBUS_TYPE_INVALID);
    dbus_message_get_args(message, NULL, DBUS_TYPE_INT32, &back, DBUS_TYPE_INVALID);
    dbus_message_unref(message);
    free(object);
    return back != 7;
}
