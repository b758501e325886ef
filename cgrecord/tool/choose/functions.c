/*
 * Takes functions from the symbols of an ELF file, marks those with sleds of XRay by its table, and
 * their source files by the debug information.
 */
#include "choose/functions.h"

#include "../../sample/segments.h"
#include "debug/debug_entries.h"

#include <files/debug_bounds.h>

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#define HOOK "__cyg_profile_func_enter"

static const char *const xray_names[CGR_XRAY_FUNCTIONS] = {
    [CGR_XRAY_INIT] = "__xray_init",
    [CGR_XRAY_SET_HANDLER] = "__xray_set_handler",
    [CGR_XRAY_PATCH] = "__xray_patch",
    [CGR_XRAY_PATCH_FUNCTION] = "__xray_patch_function",
    [CGR_XRAY_UNPATCH_FUNCTION] = "__xray_unpatch_function",
    [CGR_XRAY_MAX_FUNCTION_ID] = "__xray_max_function_id",
    [CGR_XRAY_FUNCTION_ADDRESS] = "__xray_function_address",
    [CGR_XRAY_ENTRY] = "__xray_FunctionEntry",
    [CGR_XRAY_EXIT] = "__xray_FunctionExit",
    [CGR_XRAY_TAIL_EXIT] = "__xray_FunctionTailExit",
    [CGR_XRAY_ARGUMENT_ENTRY] = "__xray_ArgLoggerEntry",
    [CGR_XRAY_MAP] = "__start_xray_instr_map",
    [CGR_XRAY_MAP_END] = "__stop_xray_instr_map",
    [CGR_XRAY_INDEX] = "__start_xray_fn_idx",
};

bool functions_is_hook(const char *symbol)
{
    size_t length = strcspn(symbol, "@"); /* which begins a version */
    return length == strlen(HOOK) && memcmp(symbol, HOOK, length) == 0;
}

static void clear_function(void *data)
{
    struct function *function = data;
    g_free(function->name);
    g_free(function->file);
}

static void note_xray(struct functions *out, const char *name, uint64_t address)
{
    for (int i = 0; i < CGR_XRAY_FUNCTIONS; i++) {
        if (strcmp(name, xray_names[i]) == 0) {
            out->xray[i] = address;
        }
    }
}

/* From addresses to distances from the code: tables are mapped apart from it. */
static void place_xray(struct functions *out, Elf *elf)
{
    uint64_t code = out->xray[CGR_XRAY_SET_HANDLER];
    uint64_t place = code ? segments_offset(elf, code) : 0;
    for (int i = 0; i < CGR_XRAY_FUNCTIONS; i++) {
        out->xray[i] = place && out->xray[i] ? place + (out->xray[i] - code) : 0;
    }
}

static void add_symbol(struct functions *out, Elf *elf, const GElf_Sym *symbol, const char *name,
                       const char *file)
{
    bool internal = GELF_ST_BIND(symbol->st_info) == STB_LOCAL;
    uint64_t place = segments_offset(elf, symbol->st_value);
    unsigned type = GELF_ST_TYPE(symbol->st_info);
    if (place && (type == STT_FUNC || type == STT_GNU_IFUNC)) {
        const struct function function = {.name = g_strdup(name),
                                          .file = internal ? g_strdup(file) : NULL,
                                          .place = place,
                                          .address = symbol->st_value,
                                          .internal = internal};
        g_array_append_val(out->all, function);
    }
    if (g_str_has_prefix(name, "__")) {
        note_xray(out, name, symbol->st_value);
    }
}

static void read_symbols(struct functions *out, Elf *elf, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    const char *file = NULL;
    for (size_t i = 0; data && i < count; i++) {
        GElf_Sym symbol;
        const char *name = gelf_getsym(data, (int)i, &symbol)
                               ? elf_strptr(elf, header->sh_link, symbol.st_name)
                               : NULL;
        if (!name || !*name) {
            continue;
        }
        if (GELF_ST_TYPE(symbol.st_info) == STT_FILE) {
            file = name;
        } else if (symbol.st_shndx != SHN_UNDEF) {
            add_symbol(out, elf, &symbol, name, file);
        }
        /* libc has hooks of its own, which do nothing */
        bool is_hook = functions_is_hook(name);
        out->names_hooks = out->names_hooks || is_hook;
        out->has_recorder = out->has_recorder || strcmp(name, "cgr_runtime") == 0;
        out->has_hooks =
            out->has_hooks || out->has_recorder || (symbol.st_shndx == SHN_UNDEF && is_hook);
    }
}

/* The addresses of functions with sleds. */
static void read_sleds(GHashTable *sleds, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t count = data && data->d_buf ? data->d_size / sizeof(struct cgr_sled) : 0;
    for (size_t i = 0; i < count; i++) {
        struct cgr_sled sled;
        memcpy(&sled, (const char *)data->d_buf + i * sizeof sled, sizeof sled);
        uint64_t at = header->sh_addr + i * sizeof sled + offsetof(struct cgr_sled, function);
        guint64 *key = g_new(guint64, 1);
        *key = at + (uint64_t)sled.function;
        g_hash_table_add(sleds, key);
    }
}

/* The dynamic symbols are among the others, unless these were stripped. */
static void read_sections(struct functions *out, Elf *elf, GElf_Word type, GHashTable *sleds)
{
    Elf_Scn *section = NULL;
    size_t names = 0;
    GElf_Shdr header;
    elf_getshdrstrndx(elf, &names);
    while ((section = elf_nextscn(elf, section)) != NULL) {
        if (!gelf_getshdr(section, &header)) {
            continue;
        }
        const char *name = elf_strptr(elf, names, header.sh_name);
        if (name && strcmp(name, "xray_instr_map") == 0) {
            out->has_sleds = true;
            read_sleds(sleds, section, &header);
        }
        if (header.sh_type == type) {
            read_symbols(out, elf, section, &header);
        }
    }
}

static gint by_place(gconstpointer a, gconstpointer b)
{
    const struct function *x = a, *y = b;
    return x->place < y->place ? -1 : x->place > y->place ? 1 : strcmp(x->name, y->name);
}

void functions_read(struct functions *out, const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    GHashTable *sleds = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    elf_version(EV_CURRENT);
    Elf *elf = file < 0 ? NULL : elf_begin(file, ELF_C_READ, NULL);
    *out = (struct functions){.all = g_array_new(FALSE, TRUE, sizeof(struct function))};
    g_array_set_clear_func(out->all, clear_function);
    if (elf && elf_kind(elf) == ELF_K_ELF) {
        read_sections(out, elf, SHT_SYMTAB, sleds);
        if (!out->all->len) {
            read_sections(out, elf, SHT_DYNSYM, sleds);
        }
        place_xray(out, elf);
    }
    g_array_sort(out->all, by_place);
    for (guint i = 0; i < out->all->len; i++) {
        struct function *function = &g_array_index(out->all, struct function, i);
        guint64 key = function->address;
        function->has_sleds = g_hash_table_contains(sleds, &key);
    }
    g_hash_table_unref(sleds);
    elf_end(elf);
    if (file >= 0) {
        close(file);
    }
}

/* Debug information */

/* A translation unit whose functions are looked through. */
struct unit {
    Dwarf_Die die;
    GHashTable *files; /* of all units: address to file */
};

/* File 0 of clang's DWARF 5 is the main source file; libdw says nothing of it. */
static const char *file_of(Dwarf_Die *die, struct unit *unit)
{
    const char *file = dwarf_decl_file(die);
    return file || !dwarf_hasattr_integrate(die, DW_AT_decl_file) ? file
                                                                  : dwarf_diename(&unit->die);
}

static void take_file(Dwarf_Die *die, void *data)
{
    struct unit *unit = data;
    Dwarf_Addr address;
    const char *file;
    if (dwarf_entrypc(die, &address) == 0 && (file = file_of(die, unit)) != NULL) {
        guint64 *key = g_new(guint64, 1);
        *key = address;
        g_hash_table_insert(unit->files, key, g_strdup(file));
    }
}

static void read_files(GHashTable *files, const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool readable = file >= 0 && !debug_bounds_exceeded(file);
    Dwarf *debug = readable ? dwarf_begin(file, DWARF_C_READ) : NULL;
    struct entries_budget budget = entries_budget(path);
    Dwarf_Off offset = 0, next;
    size_t size;
    while (debug && dwarf_nextcu(debug, offset, &next, &size, NULL, NULL, NULL) == 0) {
        struct unit unit = {.files = files};
        if (dwarf_offdie(debug, offset + size, &unit.die)) {
            entries_functions(&budget, &unit.die, take_file, &unit);
        }
        offset = next;
    }
    dwarf_end(debug);
    if (file >= 0) {
        close(file);
    }
}

void functions_find_files(struct functions *functions, const char *path)
{
    GHashTable *files = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    read_files(files, path);
    for (guint i = 0; i < functions->all->len; i++) {
        struct function *function = &g_array_index(functions->all, struct function, i);
        guint64 key = function->address;
        const char *file = g_hash_table_lookup(files, &key);
        if (file) {
            g_free(function->file);
            function->file = g_strdup(file);
        }
    }
    g_hash_table_unref(files);
}

void functions_clear(struct functions *functions)
{
    g_array_unref(functions->all);
}
