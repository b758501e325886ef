/* What the case needs of systemd/sd-bus.h. */
#include <stddef.h>
#include <stdint.h>
typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_slot sd_bus_slot;
typedef struct {
    const char *name, *message;
    int need_free;
} sd_bus_error;
typedef int (*sd_bus_message_handler_t)(sd_bus_message *message, void *data, sd_bus_error *error);
typedef int (*sd_bus_property_get_t)(sd_bus *bus, const char *path, const char *interface,
                                     const char *property, sd_bus_message *reply, void *data,
                                     sd_bus_error *error);
typedef struct sd_bus_vtable sd_bus_vtable;
struct sd_bus_vtable {
    uint64_t type : 8;
    uint64_t flags : 56;
    union {
        struct {
            size_t element_size;
            uint64_t features;
            const unsigned *vtable_format_reference;
        } start;
        struct {
            const char *member;
            const char *signature;
            const char *result;
            sd_bus_message_handler_t handler;
            size_t offset;
            const char *names;
        } method;
        struct {
            const char *member;
            const char *signature;
            sd_bus_property_get_t get;
            void *set;
            size_t offset;
        } property;
    } x;
};
int sd_bus_default(sd_bus **bus);
int sd_bus_add_object_vtable(sd_bus *bus, sd_bus_slot **slot, const char *path,
                             const char *interface, const sd_bus_vtable *table, void *data);
int sd_bus_add_match(sd_bus *bus, sd_bus_slot **slot, const char *match,
                     sd_bus_message_handler_t handler, void *data);
void *sd_bus_slot_set_userdata(sd_bus_slot *slot, void *data);
int sd_bus_process(sd_bus *bus, sd_bus_message **message);
