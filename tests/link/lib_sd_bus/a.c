/* Methods and properties of a table get the data of the object; a handler those that were set
 * later. */
#include "outside_sd_bus.h"

struct service {
    void (*work)(void);
    void (*look)(void);
};
static void worked(void)
{
}
static void looked(void)
{
}
static void told(void)
{
}
static void never(void)
{
}
static int method(sd_bus_message *message, void *data, sd_bus_error *error)
{
    struct service *service = data;
    service->work();
    return 0;
}
static int property(sd_bus *bus, const char *path, const char *interface, const char *property,
                    sd_bus_message *reply, void *data, sd_bus_error *error)
{
    struct service *service = data;
    service->look();
    return 0;
}
static int on_signal(sd_bus_message *message, void *data, sd_bus_error *error)
{
    ((void (*)(void))data)();
    return 0;
}
static int not_set(sd_bus_message *message, void *data, sd_bus_error *error)
{
    never();
    return 0;
}
static const sd_bus_vtable table[] = {
    {.type = '<', .x = {.start = {sizeof(sd_bus_vtable), 0, NULL}}},
    {.type = 'M', .x = {.method = {"Work", "", "", method, 0, NULL}}},
    {.type = 'P', .x = {.property = {"Look", "s", property, NULL, 0}}},
    {.type = '>'},
};
int main(void)
{
    struct service service = {worked, looked};
    sd_bus *bus;
    sd_bus_slot *slot;
    sd_bus_default(&bus);
    sd_bus_add_object_vtable(bus, NULL, "/", "a.b", table, &service);
    sd_bus_add_match(bus, &slot, "type='signal'", on_signal, NULL);
    sd_bus_slot_set_userdata(slot, (void *)told);
    return sd_bus_process(bus, NULL);
}
