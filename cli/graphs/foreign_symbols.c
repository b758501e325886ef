/* Reads which symbols objects without a graph refer to. */
#include "graphs/foreign_symbols.h"

#include "graphs/elf_file.h"
#include "graphs/elf_symbols.h"
#include "graphs/graph_notes.h"
#include "graphs/strong_symbols.h"
#include "graphs/thin_archive.h"

#include <string.h>
#include <unistd.h>

/** Also what the object defines: the linker may prefer another definition of a weak, common or
 * inline one. */
static void take_global(void *names, const GElf_Sym *symbol, const char *name)
{
    if (GELF_ST_BIND(symbol->st_info) != STB_LOCAL) {
        g_hash_table_add(names, g_strdup(name));
    }
}

/** Also local ones: the linker makes those that are hidden local. */
static void take_defined(void *names, const GElf_Sym *symbol, const char *name)
{
    if (symbol->st_shndx != SHN_UNDEF) {
        g_hash_table_add(names, g_strdup(name));
    }
}

static void take_file(void *names, const GElf_Sym *symbol, const char *name)
{
    if (GELF_ST_TYPE(symbol->st_info) == STT_FILE) {
        g_hash_table_add(names, g_strdup_printf("%u %s", g_hash_table_size(names), name));
    }
}

static guint count_files(Elf *elf)
{
    GHashTable *files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    elf_symbols_visit(elf, SHT_SYMTAB, take_file, files);
    guint count = g_hash_table_size(files);
    g_hash_table_destroy(files);
    return count;
}

/** What is being read. */
struct reading {
    GHashTable *names;
    GPtrArray *changed;    /**< of notes, or NULL */
    GHashTable *redefined; /**< or NULL */
    const char *path;      /**< of the file */
};

/** What an object says of itself. */
struct said {
    guint graphs;
    guint sums;      /**< notes of symbols */
    uint64_t strong; /**< what they say, added up */
    uint64_t outer;
    bool has_outer;
};

static struct said said_by(Elf *elf)
{
    GPtrArray *notes = g_ptr_array_new_with_free_func(g_free);
    struct said said = {0};
    graph_notes_of(notes, elf);
    for (guint i = 0; i < notes->len; i++) {
        struct graph_note note = graph_note_read(notes->pdata[i]);
        said.graphs += note.kind == GRAPH_NOTE_GRAPH;
        said.sums += note.kind == GRAPH_NOTE_SYMBOLS;
        said.strong += note.strong;
        said.outer += note.outer;
        said.has_outer = said.has_outer || note.has_outer;
    }
    g_ptr_array_unref(notes);
    return said;
}

/** Whether an object for link-time optimisation has its symbols elsewhere. */
static void look_for_slim(void *names, const GElf_Sym *symbol, const char *name)
{
    (void)symbol;
    if (strcmp(name, "__gnu_lto_slim") == 0) {
        g_hash_table_add(names, g_strdup(name));
    }
}

static bool is_slim(Elf *elf)
{
    GHashTable *found = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    elf_symbols_visit(elf, SHT_SYMTAB, look_for_slim, found);
    bool is = g_hash_table_size(found) > 0;
    g_hash_table_destroy(found);
    return is;
}

/** The graphs of an object do not say by which names it calls others. */
static void note_replaced(const struct reading *r, Elf *elf)
{
    GPtrArray *notes = g_ptr_array_new_with_free_func(g_free);
    graph_notes_of(notes, elf);
    for (guint i = 0; i < notes->len; i++) {
        struct graph_note note = graph_note_read(notes->pdata[i]);
        if (note.kind == GRAPH_NOTE_GRAPH) {
            g_ptr_array_add(r->changed, graph_note_replaced(note.hash));
        }
    }
    g_ptr_array_unref(notes);
}

static void note_changed(const struct reading *r, Elf *elf, const char *why)
{
    const Elf_Arhdr *member = elf_getarhdr(elf);
    char *lost = member ? g_strdup_printf("%s(%s)%s", r->path, member->ar_name, why)
                        : g_strconcat(r->path, why, NULL);
    if (r->changed) {
        g_ptr_array_add(r->changed, graph_note_lost(lost));
        note_replaced(r, elf);
    }
    g_free(lost);
}

/** Whether symbols have changed since the object was compiled. What objects refer to that the
 * linker has joined is not the sum of what each does. */
static bool is_changed(const struct said *said, Elf *elf)
{
    return (said->sums && said->strong != strong_symbols_of(elf)) ||
           (said->sums == 1 && said->has_outer && said->outer != outer_symbols_of(elf));
}

/** A search for a symbol that the linker defines otherwise. */
struct redefinition {
    GHashTable *redefined;
    bool found;
};

static void look_for_redefined(void *user, const GElf_Sym *symbol, const char *name)
{
    struct redefinition *search = user;
    bool global = GELF_ST_BIND(symbol->st_info) != STB_LOCAL;
    search->found = search->found || (global && symbol->st_shndx != SHN_UNDEF &&
                                      g_hash_table_contains(search->redefined, name));
}

/** @return why the graphs of an object do not say whom its symbols call, or NULL: they do */
static const char *why_changed(const struct reading *r, const struct said *said, Elf *elf)
{
    struct redefinition search = {r->redefined, false};
    if (is_changed(said, elf)) {
        return ", whose symbols were changed";
    }
    if (r->redefined) {
        elf_symbols_visit(elf, SHT_SYMTAB, look_for_redefined, &search);
    }
    return search.found ? ", which defines a symbol of --defsym" : NULL;
}

/** An object names the graphs of all that is in it, or not: the linker may have joined objects.
 *  @return whether all symbols are known that it refers to */
static bool read_object(const struct reading *r, Elf *elf, int fd)
{
    GElf_Ehdr header;
    if (!gelf_getehdr(elf, &header) || !elf_is_sound(elf, fd)) {
        return false;
    }
    struct said said = said_by(elf);
    if (header.e_type != ET_REL || (said.graphs && said.graphs >= count_files(elf))) {
        const char *changed = header.e_type == ET_REL ? why_changed(r, &said, elf) : NULL;
        if (changed) {
            note_changed(r, elf, changed);
            elf_symbols_visit(elf, SHT_SYMTAB, take_global, r->names);
        }
        return !changed;
    }
    elf_symbols_visit(elf, SHT_SYMTAB, take_global,
                      r->names); /* without a table it refers to nothing */
    return !is_slim(elf);
}

static bool is_bitcode(int fd, Elf *member)
{
    char magic[4];
    return pread(fd, magic, sizeof magic, elf_getbase(member)) == sizeof magic &&
           memcmp(magic, "BC\xc0\xde", sizeof magic) == 0;
}

static bool read_members(const struct reading *r, int fd, Elf *archive)
{
    Elf *member;
    bool known = true;
    for (Elf_Cmd command = ELF_C_READ; (member = elf_begin(fd, command, archive));) {
        known = elf_kind(member) == ELF_K_ELF ? read_object(r, member, fd) && known
                                              : known && !is_bitcode(fd, member);
        command = elf_next(member);
        elf_end(member);
    }
    return known;
}

static bool read_file(struct reading r, const char *path)
{
    r.path = path;
    struct elf_file file = elf_file_open(path);
    bool known = file.elf && elf_kind(file.elf) == ELF_K_AR ? read_members(&r, file.fd, file.elf)
                                                            : read_object(&r, file.elf, file.fd);
    elf_file_close(&file);
    return known;
}

bool foreign_symbols_add(GHashTable *names, GPtrArray *changed, GHashTable *redefined,
                         const char *path)
{
    const struct reading r = {names, changed, redefined, path};
    struct cg_error ignored;
    GPtrArray *members = NULL;
    enum graph_notes_file kind = graph_notes_file(path);
    if (kind == GRAPH_NOTES_ARCHIVE && !thin_archive_members(&members, path, &ignored) && members) {
        bool known = true;
        for (guint i = 0; i < members->len; i++) {
            known = read_file(r, members->pdata[i]) && known;
        }
        g_ptr_array_unref(members);
        return known;
    }
    return kind == GRAPH_NOTES_LINKED ||
           ((kind == GRAPH_NOTES_ARCHIVE || kind == GRAPH_NOTES_OBJECT) && read_file(r, path));
}

/** What starts at an address. */
struct start {
    GHashTable *names;
    GElf_Addr address;
};

static void take_start(void *user, const GElf_Sym *symbol, const char *name)
{
    const struct start *start = user;
    unsigned type = GELF_ST_TYPE(symbol->st_info);
    bool code = type == STT_FUNC || type == STT_NOTYPE;
    if (code && symbol->st_shndx != SHN_UNDEF && symbol->st_value == start->address) {
        g_hash_table_add(start->names, g_strdup(name));
    }
}

void foreign_symbols_add_start(GHashTable *names, const char *path)
{
    GElf_Ehdr header;
    struct elf_file file = elf_file_open(path);
    if (elf_file_is_sound(&file) && gelf_getehdr(file.elf, &header) && header.e_entry != 0) {
        struct start start = {names, header.e_entry};
        elf_symbols_visit(file.elf, SHT_SYMTAB, take_start, &start);
    }
    elf_file_close(&file);
}

static gboolean is_other(gpointer name, gpointer value, gpointer defined)
{
    (void)value;
    return !g_hash_table_contains(defined, name);
}

void foreign_symbols_keep(GHashTable *names, const char *path)
{
    GHashTable *defined = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    struct elf_file file = elf_file_open(path);
    if (elf_file_is_sound(&file) &&
        elf_symbols_visit(file.elf, SHT_SYMTAB, take_defined, defined)) {
        g_hash_table_foreach_remove(names, is_other, defined);
    }
    elf_file_close(&file);
    g_hash_table_destroy(defined);
}
