/*
 * Opens files through libdwfl without fetching anything. Those whose debug information exceeds the
 * bounds have names from symbols only.
 */
#include "symbols/symbols.h"

#include "../../sample/segments.h"
#include "symbols/scopes.h"
#include "symbols/units.h"

#include <cli.h>
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <files/debug_bounds.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

/* An executable or library. */
struct object {
    Dwfl *dwfl;
    Dwfl_Module *module; /* NULL: cannot be read */
    GHashTable *known;   /* offset to struct symbol */
    struct scopes *scopes;
    struct units *units;
    struct entries_budget budget;
    bool is_bare;        /* its debug information is not to be read */
    GHashTable *inlined; /* offset to GArray of struct inlined; NULL as value: there are none */
};

struct symbols {
    GHashTable *objects; /* by path */
    GStringChunk *strings;
};

static void object_free(void *data)
{
    struct object *object = data;
    scopes_free(object->scopes);
    units_free(object->units);
    if (object->dwfl) {
        dwfl_end(object->dwfl);
    }
    g_hash_table_unref(object->known);
    g_hash_table_unref(object->inlined);
    g_free(object);
}

struct symbols *symbols_new(void)
{
    struct symbols *symbols = g_new0(struct symbols, 1);
    symbols->objects = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, object_free);
    symbols->strings = g_string_chunk_new(4096);
    g_unsetenv("DEBUGINFOD_URLS"); /* nothing is fetched */
    return symbols;
}

void symbols_free(struct symbols *symbols)
{
    g_hash_table_unref(symbols->objects);
    g_string_chunk_free(symbols->strings);
    g_free(symbols);
}

static void free_array(void *array)
{
    if (array) {
        g_array_unref(array);
    }
}

static bool exceeds(int file, const char *path)
{
    const char *why = debug_bounds_exceeded(file);
    if (why) {
        cli_warning("%s: %s; lines and inlined functions are unknown", path, why);
    }
    return why != NULL;
}

static bool is_too_much(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool too_much = file >= 0 && exceeds(file, path);
    if (file >= 0) {
        close(file);
    }
    return too_much;
}

static int find_debug_file(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
                           const char *file, const char *link, GElf_Word sum, char **out)
{
    int found = dwfl_standard_find_debuginfo(module, data, name, base, file, link, sum, out);
    if (found >= 0 && exceeds(found, *out ? *out : name)) {
        close(found);
        found = -1;
    }
    return found;
}

/* A program may be gone when it has ended: what is compiled to run once, or an update. */
static void say_unnamed(const char *path)
{
    const char *why = dwfl_errmsg(-1);
    why = access(path, R_OK) != 0 ? g_strerror(errno) : why ? why : "cannot be read";
    cli_warning("%s: %s; its functions have no names", path, why);
}

static struct object *open_object(const char *path)
{
    static char *no_path = NULL;
    static const Dwfl_Callbacks callbacks = {
        .find_elf = dwfl_build_id_find_elf,
        .find_debuginfo = find_debug_file,
        .section_address = dwfl_offline_section_address,
        .debuginfo_path = &no_path,
    };
    struct object *object = g_new0(struct object, 1);
    object->known = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    object->inlined = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, free_array);
    object->budget = entries_budget(path);
    object->scopes = scopes_new(&object->budget);
    object->units = units_new(&object->budget);
    object->is_bare = is_too_much(path);
    object->dwfl = dwfl_begin(&callbacks);
    if (object->dwfl) {
        dwfl_report_begin(object->dwfl);
        object->module = dwfl_report_elf(object->dwfl, path, path, -1, 0, false);
        dwfl_report_end(object->dwfl, NULL, NULL);
    }
    if (!object->module) {
        say_unnamed(path);
    }
    return object;
}

static struct object *find_object(struct symbols *symbols, const char *path)
{
    struct object *object = g_hash_table_lookup(symbols->objects, path);
    if (!object) {
        object = open_object(path);
        g_hash_table_insert(symbols->objects, g_strdup(path), object);
    }
    return object;
}

/* The address that libdwfl gives to what is at an offset. */
static bool find_address(GElf_Addr *out, const struct object *object, uint64_t offset)
{
    GElf_Addr bias = 0;
    Elf *elf = dwfl_module_getelf(object->module, &bias);
    bool found = segments_address(out, elf, offset);
    *out = found ? *out + bias : 0;
    return found;
}

static const char *keep_text(struct symbols *symbols, const char *text)
{
    return text ? g_string_chunk_insert_const(symbols->strings, text) : NULL;
}

static Dwarf_Die *unit_of(const struct object *object, GElf_Addr address, Dwarf_Addr *bias)
{
    return object->is_bare ? NULL : units_find(object->units, object->module, address, bias);
}

static const char *find_line(int *line, const struct object *object, GElf_Addr address)
{
    Dwarf_Addr bias;
    Dwarf_Die *unit = unit_of(object, address, &bias);
    Dwarf_Line *place = unit ? dwarf_getsrc_die(unit, address - bias) : NULL;
    return place && dwarf_lineno(place, line) == 0 ? dwarf_linesrc(place, NULL, NULL) : NULL;
}

/* Without the version that a library gives to a symbol: "memcpy@@GLIBC_2.14". */
static const char *keep_name(struct symbols *symbols, const char *name)
{
    size_t length = name ? strcspn(name, "@") : 0;
    return length ? g_string_chunk_insert_len(symbols->strings, name, (gssize)length) : NULL;
}

static bool is_in_stubs(Dwfl_Module *module, GElf_Addr address)
{
    Dwarf_Addr bias;
    GElf_Shdr header;
    size_t names;
    Elf_Scn *section = dwfl_module_address_section(module, &address, &bias);
    Elf *elf = dwfl_module_getelf(module, &bias);
    const char *name =
        section && elf && gelf_getshdr(section, &header) && elf_getshdrstrndx(elf, &names) == 0
            ? elf_strptr(elf, names, header.sh_name)
            : NULL;
    return name && g_str_has_prefix(name, ".plt");
}

static void describe_symbol(struct symbols *symbols, struct symbol *symbol,
                            const struct object *object, GElf_Addr address)
{
    Dwfl_Module *module = object->module;
    GElf_Off offset = 0;
    GElf_Sym entry;
    GElf_Addr bias = 0;
    int line = 0;
    dwfl_module_getelf(module, &bias);
    symbol->address = address - bias;
    symbol->name = keep_name(
        symbols, dwfl_module_addrinfo(module, address, &offset, &entry, NULL, NULL, NULL));
    symbol->start = address - offset;
    symbol->within = offset;
    symbol->is_outside = symbol->name && entry.st_size && offset >= entry.st_size;
    symbol->is_stub = is_in_stubs(module, address);
    const char *file = find_line(&line, object, address);
    symbol->file = line > 0 ? keep_text(symbols, file) : NULL;
    symbol->line = line > 0 && file ? (uint32_t)line : 0;
}

const struct symbol *symbols_find(struct symbols *symbols, const char *path, uint64_t offset)
{
    struct object *object = find_object(symbols, path);
    gint64 key = (gint64)offset;
    struct symbol *symbol = g_hash_table_lookup(object->known, &key);
    if (!symbol) {
        GElf_Addr address;
        gint64 *own = g_new(gint64, 1);
        *own = key;
        symbol = g_new0(struct symbol, 1);
        if (object->module && find_address(&address, object, offset)) {
            describe_symbol(symbols, symbol, object, address);
        } else {
            symbol->address = offset;
        }
        g_hash_table_insert(object->known, own, symbol);
    }
    return symbol;
}

static uint32_t number_in(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute found;
    Dwarf_Word number = 0;
    return dwarf_formudata(dwarf_attr_integrate(die, attribute, &found), &number) == 0
               ? (uint32_t)number
               : 0;
}

static const char *linkage_name(Dwarf_Die *die)
{
    Dwarf_Attribute found;
    Dwarf_Attribute *linkage = dwarf_attr_integrate(die, DW_AT_linkage_name, &found);
    return linkage ? dwarf_formstring(linkage) : dwarf_diename(die);
}

static const char *call_file(Dwarf_Die *die, Dwarf_Die *unit)
{
    Dwarf_Files *files;
    size_t count;
    uint32_t number = number_in(die, DW_AT_call_file);
    return dwarf_getsrcfiles(unit, &files, &count) == 0 && number < count
               ? dwarf_filesrc(files, number, NULL, NULL)
               : NULL;
}

static void add_inlined(struct symbols *symbols, GArray *found, Dwarf_Die *die, Dwarf_Die *unit)
{
    struct inlined inlined = {.name = keep_text(symbols, linkage_name(die)),
                              .file = keep_text(symbols, dwarf_decl_file(die)),
                              .site_file = keep_text(symbols, call_file(die, unit)),
                              .line = number_in(die, DW_AT_decl_line),
                              .site_line = number_in(die, DW_AT_call_line)};
    if (inlined.name) {
        g_array_append_val(found, inlined);
    }
}

static GArray *find_inlined(struct symbols *symbols, struct object *object, GElf_Addr address)
{
    Dwarf_Addr bias = 0;
    Dwarf_Die *unit = unit_of(object, address, &bias);
    if (!unit) {
        return NULL;
    }
    GArray *dies = scopes_inlined(object->scopes, unit, address - bias);
    GArray *found = g_array_new(FALSE, FALSE, sizeof(struct inlined));
    for (guint i = 0; i < dies->len; i++) {
        add_inlined(symbols, found, &g_array_index(dies, Dwarf_Die, i), unit);
    }
    g_array_unref(dies);
    if (!found->len) {
        g_clear_pointer(&found, g_array_unref);
    }
    return found;
}

const struct inlined *symbols_inlined(struct symbols *symbols, const char *path, uint64_t offset,
                                      size_t *count)
{
    struct object *object = find_object(symbols, path);
    gint64 key = (gint64)offset;
    gpointer value = NULL;
    if (!g_hash_table_lookup_extended(object->inlined, &key, NULL, &value)) {
        GElf_Addr address;
        if (object->module && find_address(&address, object, offset)) {
            value = find_inlined(symbols, object, address);
        }
        gint64 *own = g_new(gint64, 1);
        *own = key;
        g_hash_table_insert(object->inlined, own, value);
    }
    const GArray *found = value;
    *count = found ? found->len : 0;
    return found ? (const struct inlined *)found->data : NULL;
}

size_t symbols_bytes(const char *path, uint64_t offset, void *out, size_t size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file < 0 ? -1 : pread(file, out, size, (off_t)offset);
    if (file >= 0) {
        close(file);
    }
    return got < 0 ? 0 : (size_t)got;
}
