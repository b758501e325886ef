/* Reads which functions of an object share an address. */
#include "merged_functions.h"

#include "graphs/elf_file.h"
#include "graphs/elf_symbols.h"

#include <glib.h>
#include <string.h>

/** The functions of an object with symbols. */
struct object {
    GHashTable
        *addresses;    /**< name: address + 1, in memory of its own; AMBIGUOUS if it has several */
    GHashTable *names; /**< address + 1: GPtrArray of names, borrowed from `addresses` */
};

struct merged_functions {
    GHashTable *objects; /**< path: struct object */
};

#define AMBIGUOUS G_MAXUINT64

static void free_object(gpointer data)
{
    struct object *object = data;
    g_hash_table_destroy(object->names);
    g_hash_table_destroy(object->addresses);
    g_free(object);
}

struct merged_functions *merged_functions_new(void)
{
    struct merged_functions *merged = g_new(struct merged_functions, 1);
    merged->objects = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_object);
    return merged;
}

void merged_functions_free(struct merged_functions *merged)
{
    if (merged) {
        g_hash_table_destroy(merged->objects);
        g_free(merged);
    }
}

static guint64 *copy_address(guint64 address)
{
    guint64 *copy = g_new(guint64, 1);
    *copy = address;
    return copy;
}

/** A function of internal linkage may have a name that others have: it has none for sure then. */
static void take_function(void *user, const GElf_Sym *symbol, const char *name)
{
    struct object *object = user;
    unsigned type = GELF_ST_TYPE(symbol->st_info);
    if (symbol->st_shndx == SHN_UNDEF || type != STT_FUNC || symbol->st_value + 1 == 0) {
        return;
    }
    guint64 address = symbol->st_value + 1;
    guint64 *before = g_hash_table_lookup(object->addresses, name);
    if (!before) {
        g_hash_table_insert(object->addresses, g_strdup(name), copy_address(address));
    } else if (*before != address) {
        *before = AMBIGUOUS;
    }
}

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void end_names(gpointer key, gpointer names, gpointer user)
{
    (void)key;
    (void)user;
    g_ptr_array_sort(names, by_name);
    g_ptr_array_add(names, NULL);
}

static void gather_names(struct object *object)
{
    GHashTableIter at;
    gpointer name, address;
    g_hash_table_iter_init(&at, object->addresses);
    while (g_hash_table_iter_next(&at, &name, &address)) {
        GPtrArray *names = g_hash_table_lookup(object->names, address);
        if (!names) {
            names = g_ptr_array_new();
            g_hash_table_insert(object->names, copy_address(*(guint64 *)address), names);
        }
        g_ptr_array_add(names, name);
    }
    g_hash_table_foreach(object->names, end_names, NULL);
}

static struct object *read_object(const char *path)
{
    struct object *object = g_new(struct object, 1);
    struct elf_file file = elf_file_open(path);
    object->addresses = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    object->names = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free,
                                          (GDestroyNotify)g_ptr_array_unref);
    if (elf_file_is_sound(&file)) {
        elf_symbols_visit(file.elf, SHT_SYMTAB, take_function, object);
        elf_symbols_visit(file.elf, SHT_DYNSYM, take_function, object);
    }
    elf_file_close(&file);
    gather_names(object);
    return object;
}

const char *const *merged_functions_names(void *user, const char *path, const char *name)
{
    struct merged_functions *merged = user;
    struct object *object = g_hash_table_lookup(merged->objects, path);
    if (!object) {
        object = read_object(path);
        g_hash_table_insert(merged->objects, g_strdup(path), object);
    }
    const guint64 *address = g_hash_table_lookup(object->addresses, name);
    GPtrArray *names =
        address && *address != AMBIGUOUS ? g_hash_table_lookup(object->names, address) : NULL;
    return names ? (const char *const *)names->pdata : NULL;
}
