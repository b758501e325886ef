/* Reads which functions of an object share their code: address and size. */
#include "merged_functions.h"

#include "graphs/elf_file.h"
#include "graphs/elf_symbols.h"

#include <glib.h>
#include <string.h>

/** Where a function is. One that has no code shares the address of the next one. */
struct code {
    guint64 address; /**< AMBIGUOUS: the name has several */
    guint64 size;
};

/** The functions of an object with symbols. */
struct object {
    GHashTable *codes; /**< name: struct code */
    GHashTable *names; /**< struct code: GPtrArray of names; all borrowed from `codes` */
};

struct merged_functions {
    GHashTable *objects; /**< path: struct object */
};

#define AMBIGUOUS G_MAXUINT64

static void free_object(gpointer data)
{
    struct object *object = data;
    g_hash_table_destroy(object->names);
    g_hash_table_destroy(object->codes);
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

static guint hash_code(gconstpointer code)
{
    return g_int64_hash(&((const struct code *)code)->address);
}

static gboolean same_code(gconstpointer a, gconstpointer b)
{
    const struct code *x = a, *y = b;
    return x->address == y->address && x->size == y->size;
}

/** A function of internal linkage may have a name that others have: it has none for sure then. */
static void take_function(void *user, const GElf_Sym *symbol, const char *name)
{
    struct object *object = user;
    const struct code code = {symbol->st_value, symbol->st_size};
    if (symbol->st_shndx == SHN_UNDEF || GELF_ST_TYPE(symbol->st_info) != STT_FUNC || !code.size) {
        return;
    }
    struct code *before = g_hash_table_lookup(object->codes, name);
    if (!before) {
        before = g_new(struct code, 1);
        *before = code;
        g_hash_table_insert(object->codes, g_strdup(name), before);
    } else if (!same_code(before, &code)) {
        before->address = AMBIGUOUS;
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
    gpointer name, code;
    g_hash_table_iter_init(&at, object->codes);
    while (g_hash_table_iter_next(&at, &name, &code)) {
        GPtrArray *names = g_hash_table_lookup(object->names, code);
        if (!names) {
            names = g_ptr_array_new();
            g_hash_table_insert(object->names, code, names);
        }
        g_ptr_array_add(names, name);
    }
    g_hash_table_foreach(object->names, end_names, NULL);
}

static struct object *read_object(const char *path)
{
    struct object *object = g_new(struct object, 1);
    struct elf_file file = elf_file_open(path);
    object->codes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    object->names =
        g_hash_table_new_full(hash_code, same_code, NULL, (GDestroyNotify)g_ptr_array_unref);
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
    const struct code *code = g_hash_table_lookup(object->codes, name);
    GPtrArray *names =
        code && code->address != AMBIGUOUS ? g_hash_table_lookup(object->names, code) : NULL;
    return names ? (const char *const *)names->pdata : NULL;
}
