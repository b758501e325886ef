/*
 * Compares the function that a call returns into with the node above, by symbols and by what is
 * inlined there.
 */
#include "paths/call_places.h"

#include <string.h>

static const struct symbol *find_symbol(struct symbols *symbols, const struct recording *recording,
                                        uint64_t address, uint32_t epoch, const char **object)
{
    const struct cgr_module *module = recording_module(recording, address, epoch);
    if (!module) {
        return NULL;
    }
    *object = recording_module_name(recording, module);
    return symbols_find(symbols, *object, address - module->start + module->offset);
}

static uint64_t real(uint64_t address)
{
    return address & ~CGR_UNLOADED;
}

/* The compiler splits functions: f.cold and f.part.0 are parts of f. */
static bool same_function(const struct symbol *a, const struct symbol *b)
{
    if (!a || !b || !a->name || !b->name) {
        return false;
    }
    size_t length = strcspn(a->name, ".");
    return length == strcspn(b->name, ".") && strncmp(a->name, b->name, length) == 0 &&
           (a->start == b->start || a->name[length] || b->name[length]);
}

/* mov $15,%rax; syscall: what signal handlers return to. */
static bool returns_to_system(const struct recording *recording, uint64_t site, uint32_t epoch)
{
    static const unsigned char code[] = {0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05};
    unsigned char found[sizeof code];
    const struct cgr_module *module = recording_module(recording, site, epoch);
    return module &&
           symbols_bytes(recording_module_name(recording, module),
                         site - module->start + module->offset, found,
                         sizeof found) == sizeof found &&
           memcmp(found, code, sizeof code) == 0;
}

/* How deep functions are inlined into each other; compilers stop long before. In a damaged file a
 * function may be above itself. */
#define MOST_INLINED 1000u

/* Whether the call is written in the function of a node, or in what that is inlined into: all these
 * return to one place. */
static bool is_within(struct symbols *symbols, const struct recording *recording,
                      const struct cgr_node *caller, const struct symbol *around)
{
    const char *object;
    for (uint32_t depth = 0; caller && caller->kind == CGR_NODE_CALL && depth < MOST_INLINED;
         depth++) {
        const struct symbol *function =
            find_symbol(symbols, recording, real(caller->callee), caller->epoch, &object);
        if (same_function(function, around)) {
            return true;
        }
        const struct cgr_node *outer = recording_node(recording, caller->parent);
        caller = outer && outer->site == caller->site ? outer : NULL;
    }
    return false;
}

/* Where functions are chosen, what calls from the same executable or library as the function or its
 * caller is one that is left out. */
static bool is_left_out(struct symbols *symbols, const struct recording *recording,
                        const struct cgr_node *parent, const struct place *place)
{
    const char *object = NULL;
    if (!recording->header->chosen || !place->through) {
        return false;
    }
    find_symbol(symbols, recording, real(parent->callee), parent->epoch, &object);
    return (place->object && strcmp(place->object, place->through) == 0) ||
           (object && strcmp(object, place->through) == 0);
}

void place_find(struct place *out, struct symbols *symbols, const struct recording *recording,
                const struct cgr_node *node)
{
    const struct cgr_node *parent = recording_node(recording, node->parent);
    uint64_t site = real(node->site);
    *out = (struct place){.kind = PLACE_OUTER};
    out->function = find_symbol(symbols, recording, real(node->callee), node->epoch, &out->object);
    if (!parent || parent->kind != CGR_NODE_CALL) {
        return; /* main is called by the C library, of which much would be read */
    }
    out->site = find_symbol(symbols, recording, site - 1, node->epoch, &out->through);
    if (is_within(symbols, recording, parent, out->site)) {
        out->kind = PLACE_CALLED;
    } else if (parent->site == node->site) {
        out->kind = PLACE_INLINED;
    } else if (is_left_out(symbols, recording, parent, out)) {
        out->kind = PLACE_LEFT_OUT;
    } else {
        out->kind = returns_to_system(recording, site, node->epoch) ? PLACE_SIGNAL : PLACE_THROUGH;
    }
}
