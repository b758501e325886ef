/* Reads what shared libraries refer to, and what a program exports of that. */
#include "programs/library_names.h"

#include "cli.h"
#include "graphs/elf_file.h"
#include "graphs/elf_symbols.h"
#include "programs/shared_libraries.h"

#include <stdlib.h>
#include <string.h>

#define BY_RUNTIME "runtime"
#define BY_LIBRARY "library"

/** What linkers export only if all is to be exported (-rdynamic). */
#define START "_start"

/** Symbols of the libraries. */
struct symbols {
    GHashTable *by_runtimes;   /**< set of char *: the C library and runtimes refer to them */
    GHashTable *by_libraries;  /**< the same, other libraries */
    GHashTable *of_libraries;  /**< others than runtimes define them */
    GHashTable *of_any;        /**< any define them */
    const char *for_unknown;   /**< which libraries refer to anything, as it is unknown to what they
                                  do; NULL: none */
    const char *first_unknown; /**< their first name */
};

/** What a file of the program exports. */
struct exports {
    GHashTable *names;     /**< of char * to gint64 *, the address */
    GHashTable *addresses; /**< of gint64 * to BY_...: those of which libraries know */
    GHashTable *copies;    /**< set of char *: the file's own relocations refer to them */
    GHashTable *out;
    bool all; /**< not only what libraries have to do with */
};

static GHashTable *new_set(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

/* Libraries */

/** Whether a library belongs to the C library or the runtime of a language, whose functions the
 *  summaries call `runtime`. */
static bool is_runtime(const char *library)
{
    static const char *const starts[] = {
        "libc.so",        "libm.so",        "libmvec.so",   "libpthread.so", "libdl.so",
        "librt.so",       "libutil.so",     "libresolv.so", "libanl.so",     "libcrypt.so",
        "libnsl.so",      "libnss_",        "ld-",          "ld.so",         "ld64.so",
        "libc.musl-",     "libstdc++",      "libgcc_s.so",  "libc++",        "libunwind.so",
        "libatomic.so",   "libquadmath.so", "libgomp.so",   "libomp.so",     "libiomp5.so",
        "libgfortran.so", "libflang",       "libFortran",   "libssp.so",     "libitm.so",
        "libasan.so",     "libtsan.so",     "liblsan.so",   "libubsan.so",   "libclang_rt."};
    const char *slash = strrchr(library, '/');
    const char *name = slash ? slash + 1 : library;
    bool is = false;
    for (size_t i = 0; i < G_N_ELEMENTS(starts) && !is; i++) {
        is = g_str_has_prefix(name, starts[i]);
    }
    return is;
}

/** Templates that many libraries have are no replacements; those of `new` and `delete` may be. */
static bool is_instance(const char *name)
{
    return g_str_has_prefix(name, "_Z") && name[2] != 'n' && name[2] != 'd';
}

/** Where the symbols of one library go. */
struct library {
    GHashTable *refers;
    GHashTable *defines;
    GHashTable *any;
    bool all; /**< what it refers to is not told by relocations */
};

static void take_symbol(void *user, const GElf_Sym *symbol, const char *name)
{
    struct library *library = user;
    bool defined = symbol->st_shndx != SHN_UNDEF;
    if (GELF_ST_BIND(symbol->st_info) == STB_LOCAL) {
        return;
    }
    if (!defined || library->all) {
        g_hash_table_add(library->refers, g_strdup(name));
    }
    if (defined) {
        g_hash_table_add(library->any, g_strdup(name));
    }
    if (defined && library->defines) {
        g_hash_table_add(library->defines, g_strdup(name));
    }
}

/** What relocations are about. */
struct relocated {
    Elf *elf;
    GElf_Shdr table; /**< of symbols */
    Elf_Data *symbols;
    GHashTable *seen; /**< names by their place: many relocations may have one symbol, whose name
                         may be as long as the file */
};

/* A library refers to a symbol that it defines itself only where the linker was to look for it at
 * run time; a program, where it has a copy of a variable of a library. */
static void take_relocation(GHashTable *names, struct relocated *from, GElf_Xword info)
{
    GElf_Sym symbol;
    if (GELF_R_SYM(info) && gelf_getsym(from->symbols, (int)GELF_R_SYM(info), &symbol)) {
        const char *name = elf_strptr(from->elf, from->table.sh_link, symbol.st_name);
        if (name && *name && g_hash_table_add(from->seen, (gpointer)name)) {
            g_hash_table_add(names, g_strdup(name));
        }
    }
}

static void take_section(GHashTable *names, struct relocated *from, Elf_Scn *section,
                         const GElf_Shdr *header)
{
    GElf_Rela with_addend;
    GElf_Rel plain;
    Elf_Scn *table = elf_getscn(from->elf, header->sh_link);
    bool dynamic = table && gelf_getshdr(table, &from->table) && from->table.sh_type == SHT_DYNSYM;
    from->symbols = dynamic ? elf_getdata(table, NULL) : NULL;
    Elf_Data *data = from->symbols ? elf_getdata(section, NULL) : NULL;
    bool addends = header->sh_type == SHT_RELA;
    for (int i = 0; data && addends && gelf_getrela(data, i, &with_addend); i++) {
        take_relocation(names, from, with_addend.r_info);
    }
    for (int i = 0; data && !addends && gelf_getrel(data, i, &plain); i++) {
        take_relocation(names, from, plain.r_info);
    }
}

/** Add the symbols that relocations at run time refer to. */
static void take_relocations(GHashTable *names, Elf *elf)
{
    GElf_Shdr header;
    struct relocated from = {.elf = elf, .seen = g_hash_table_new(NULL, NULL)};
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        if (gelf_getshdr(section, &header) &&
            (header.sh_type == SHT_RELA || header.sh_type == SHT_REL)) {
            take_section(names, &from, section, &header);
        }
    }
    g_hash_table_destroy(from.seen);
}

/** @return whether it has symbols */
static bool read_symbols(struct library *library, Elf *elf)
{
    GElf_Ehdr header;
    library->all = gelf_getehdr(elf, &header) && header.e_machine == EM_MIPS;
    take_relocations(library->refers, elf);
    return elf_symbols_visit(elf, SHT_DYNSYM, take_symbol, library);
}

static void note_unknown(struct symbols *symbols, const char *library)
{
    symbols->first_unknown = symbols->first_unknown ? symbols->first_unknown : library;
    if (!symbols->for_unknown || is_runtime(library)) {
        symbols->for_unknown = is_runtime(library) ? BY_RUNTIME : BY_LIBRARY;
    }
}

static void read_library(struct symbols *symbols, const char *path)
{
    bool runtime = is_runtime(path);
    struct library library = {.refers = runtime ? symbols->by_runtimes : symbols->by_libraries,
                              .defines = runtime ? NULL : symbols->of_libraries,
                              .any = symbols->of_any};
    struct elf_file file = elf_file_open(path);
    if (!elf_file_is_sound(&file) || !read_symbols(&library, file.elf)) {
        note_unknown(symbols, path);
    }
    elf_file_close(&file);
}

/** Where a library replaces what runtimes call (an allocator), these call what it calls. */
static bool is_below_runtimes(const struct symbols *symbols)
{
    GHashTableIter at;
    gpointer name;
    bool is = false;
    g_hash_table_iter_init(&at, symbols->by_runtimes);
    while (!is && g_hash_table_iter_next(&at, &name, NULL)) {
        is = !is_instance(name) && g_hash_table_contains(symbols->of_libraries, name);
    }
    return is;
}

/** Whether a library is another copy of one of the program's own, which may be installed as well:
 * its name begins with that of the other, followed by more of a version. */
static bool is_copy_of_own(const struct library_use *use, const char *library)
{
    char *name = g_path_get_basename(library);
    bool is = false;
    for (guint i = 0; i < use->own->len && !is; i++) {
        char *own = g_path_get_basename(use->own->pdata[i]);
        char after = g_str_has_prefix(own, name) ? own[strlen(name)] : 'x';
        is = after == '\0' || after == '.';
        g_free(own);
    }
    g_free(name);
    return is;
}

static void read_libraries(struct symbols *symbols, const struct library_use *use)
{
    symbols->by_runtimes = new_set();
    symbols->by_libraries = new_set();
    symbols->of_libraries = new_set();
    symbols->of_any = new_set();
    for (guint i = 0; i < use->others->len; i++) {
        if (!is_copy_of_own(use, use->others->pdata[i])) {
            read_library(symbols, use->others->pdata[i]);
        }
    }
    for (guint i = 0; i < use->missing->len; i++) {
        note_unknown(symbols, use->missing->pdata[i]);
    }
    if (is_below_runtimes(symbols)) {
        GHashTableIter at;
        gpointer name;
        g_hash_table_iter_init(&at, symbols->by_libraries);
        while (g_hash_table_iter_next(&at, &name, NULL)) {
            g_hash_table_add(symbols->by_runtimes, g_strdup(name));
        }
        symbols->for_unknown = symbols->for_unknown ? BY_RUNTIME : NULL;
    }
}

static void free_symbols(struct symbols *symbols)
{
    g_hash_table_destroy(symbols->by_runtimes);
    g_hash_table_destroy(symbols->by_libraries);
    g_hash_table_destroy(symbols->of_libraries);
    g_hash_table_destroy(symbols->of_any);
}

/* The program */

/** What linkers define, of which no source knows. */
static bool is_linkers(const char *name)
{
    static const char *const names[] = {"_init", "_fini", "__bss_start", "_edata", "_end"};
    bool is = false;
    for (size_t i = 0; i < G_N_ELEMENTS(names) && !is; i++) {
        is = strcmp(name, names[i]) == 0;
    }
    return is;
}

static bool is_own(const GElf_Sym *symbol)
{
    unsigned type = GELF_ST_TYPE(symbol->st_info);
    return symbol->st_shndx != SHN_UNDEF && symbol->st_shndx != SHN_ABS &&
           (type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_OBJECT || type == STT_NOTYPE);
}

static void take_export(void *user, const GElf_Sym *symbol, const char *name)
{
    struct exports *exports = user;
    bool copied =
        g_hash_table_contains(exports->copies, name) && GELF_ST_TYPE(symbol->st_info) == STT_OBJECT;
    exports->all = exports->all || strcmp(name, START) == 0;
    if (is_own(symbol) && GELF_ST_BIND(symbol->st_info) != STB_LOCAL && !is_linkers(name) &&
        !copied) {
        gint64 *address = g_new(gint64, 1);
        *address = (gint64)symbol->st_value;
        g_hash_table_insert(exports->names, g_strdup(name), address);
    }
}

static void take_same_address(void *user, const GElf_Sym *symbol, const char *name)
{
    struct exports *exports = user;
    gint64 address = (gint64)symbol->st_value;
    const char *by = is_own(symbol) ? g_hash_table_lookup(exports->addresses, &address) : NULL;
    if (by && g_strcmp0(g_hash_table_lookup(exports->out, name), BY_RUNTIME) != 0) {
        g_hash_table_insert(exports->out, g_strdup(name), (gpointer)by);
    }
}

/** @return which libraries refer to what is exported; NULL: none */
static const char *who_names(const struct symbols *symbols, const struct exports *exports,
                             const char *name)
{
    if (g_hash_table_contains(symbols->by_runtimes, name) ||
        g_strcmp0(symbols->for_unknown, BY_RUNTIME) == 0) {
        return BY_RUNTIME;
    }
    bool other = !exports->all && !g_hash_table_contains(symbols->of_any, name);
    return other || symbols->for_unknown || g_hash_table_contains(symbols->by_libraries, name)
               ? BY_LIBRARY
               : NULL;
}

static void add_named(struct exports *exports, const struct symbols *symbols, Elf *elf)
{
    GHashTableIter at;
    gpointer name, address;
    g_hash_table_iter_init(&at, exports->names);
    while (g_hash_table_iter_next(&at, &name, &address)) {
        const char *by = who_names(symbols, exports, name);
        const char *before = g_hash_table_lookup(exports->addresses, address);
        if (by && g_strcmp0(before, BY_RUNTIME) != 0) {
            g_hash_table_insert(exports->addresses, address, (gpointer)by);
        }
    }
    elf_symbols_visit(elf, SHT_DYNSYM, take_same_address, exports);
    elf_symbols_visit(elf, SHT_SYMTAB, take_same_address, exports);
}

/** Whether a file is a program: a shared library exports all that is not hidden. */
static bool is_program(Elf *elf)
{
    size_t count = 0;
    GElf_Phdr header;
    bool is = false;
    elf_getphdrnum(elf, &count);
    for (size_t i = 0; i < count && !is; i++) {
        is = gelf_getphdr(elf, (int)i, &header) && header.p_type == PT_INTERP;
    }
    return is;
}

/** The libraries are read when the first file exports something: most programs export nothing. */
static void add_file(GHashTable *out, struct symbols *symbols, const struct library_use *use,
                     const char *path)
{
    struct elf_file file = elf_file_open(path);
    struct exports exports = {.names =
                                  g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
                              .addresses = g_hash_table_new(g_int64_hash, g_int64_equal),
                              .copies = new_set(),
                              .out = out,
                              .all = true};
    if (elf_file_is_sound(&file)) {
        exports.all = !is_program(file.elf);
        if (!exports.all) {
            take_relocations(exports.copies, file.elf);
        }
        elf_symbols_visit(file.elf, SHT_DYNSYM, take_export, &exports);
    }
    if (g_hash_table_size(exports.names) > 0) {
        if (!symbols->of_any) {
            read_libraries(symbols, use);
        }
        if (symbols->first_unknown) {
            cli_note("%s: what the shared library %s refers to is not known: libraries may call "
                     "whatever functions it exports",
                     path, symbols->first_unknown);
        }
        add_named(&exports, symbols, file.elf);
    }
    elf_file_close(&file);
    g_hash_table_destroy(exports.copies);
    g_hash_table_destroy(exports.addresses);
    g_hash_table_destroy(exports.names);
}

void library_names_add(GHashTable *out, const struct library_use *use)
{
    struct symbols symbols = {0};
    for (guint i = 0; i < use->own->len; i++) {
        add_file(out, &symbols, use, use->own->pdata[i]);
    }
    if (symbols.of_any) {
        free_symbols(&symbols);
    }
}

/** Add the libraries that a file needs to those to be looked at, unless they are known. */
static void take_needed(GPtrArray *files, GHashTable *known, const struct library_use *use,
                        const GPtrArray *places, const char *path)
{
    GPtrArray *needed = shared_libraries_of(path, places, use->missing);
    for (guint i = 0; i < needed->len; i++) {
        char *real = realpath(needed->pdata[i], NULL);
        if (real && g_hash_table_add(known, g_strdup(real))) {
            g_ptr_array_add(files, g_strdup(needed->pdata[i]));
        }
        free(real);
    }
    g_ptr_array_unref(needed);
}

/** One file of each directory: libraries may be beside any. */
static GPtrArray *one_of_each_directory(const GPtrArray *files)
{
    GHashTable *known = new_set();
    GPtrArray *places = g_ptr_array_new();
    for (guint i = 0; i < files->len; i++) {
        if (g_hash_table_add(known, g_path_get_dirname(files->pdata[i]))) {
            g_ptr_array_add(places, files->pdata[i]);
        }
    }
    g_hash_table_destroy(known);
    return places;
}

void library_names_of(GHashTable *out, GPtrArray *own)
{
    GHashTable *known = new_set();
    GPtrArray *places = one_of_each_directory(own);
    struct library_use use = {.own = own,
                              .others = g_ptr_array_new_with_free_func(g_free),
                              .missing = g_ptr_array_new_with_free_func(g_free)};
    for (guint i = 0; i < own->len; i++) {
        char *real = realpath(own->pdata[i], NULL);
        g_hash_table_add(known, g_strdup(real ? real : own->pdata[i]));
        free(real);
    }
    for (guint i = 0; i < own->len; i++) {
        take_needed(use.others, known, &use, places, own->pdata[i]);
    }
    for (guint i = 0; i < use.others->len; i++) { /* it grows */
        take_needed(use.others, known, &use, places, use.others->pdata[i]);
    }
    library_names_add(out, &use);
    g_ptr_array_unref(places);
    g_ptr_array_unref(use.others);
    g_ptr_array_unref(use.missing);
    g_hash_table_destroy(known);
}
