/* Reads which symbols objects without a graph refer to. */
#include "foreign_symbols.h"

#include "graph_notes.h"
#include "thin_archive.h"

#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

typedef void take_symbol(GHashTable *names, const GElf_Sym *symbol, const char *name);

/** Hand on the global symbols of an ELF file. @return whether it has a symbol table */
static bool read_symbols(GHashTable *names, Elf *elf, take_symbol *take)
{
    GElf_Shdr header;
    GElf_Sym symbol;
    bool any = false;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        bool table = gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB;
        Elf_Data *data = table ? elf_getdata(section, NULL) : NULL;
        any = any || data;
        for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
            const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);
            if (name && *name && GELF_ST_BIND(symbol.st_info) != STB_LOCAL) {
                take(names, &symbol, name);
            }
        }
    }
    return any;
}

static void take_undefined(GHashTable *names, const GElf_Sym *symbol, const char *name)
{
    if (symbol->st_shndx == SHN_UNDEF) {
        g_hash_table_add(names, g_strdup(name));
    }
}

static void take_function(GHashTable *names, const GElf_Sym *symbol, const char *name)
{
    unsigned char type = GELF_ST_TYPE(symbol->st_info);
    if (symbol->st_shndx != SHN_UNDEF && (type == STT_FUNC || type == STT_GNU_IFUNC)) {
        g_hash_table_add(names, g_strdup(name));
    }
}

static bool names_graph(Elf *elf)
{
    GPtrArray *notes = g_ptr_array_new_with_free_func(g_free);
    bool found = false;
    graph_notes_of(notes, elf);
    for (guint i = 0; i < notes->len && !found; i++) {
        found = graph_note_read(notes->pdata[i]).kind == GRAPH_NOTE_GRAPH;
    }
    g_ptr_array_unref(notes);
    return found;
}

static void read_object(GHashTable *names, Elf *elf)
{
    GElf_Ehdr header;
    if (gelf_getehdr(elf, &header) && header.e_type == ET_REL && !names_graph(elf)) {
        read_symbols(names, elf, take_undefined);
    }
}

static void read_members(GHashTable *names, int fd, Elf *archive)
{
    Elf *member;
    for (Elf_Cmd command = ELF_C_READ; (member = elf_begin(fd, command, archive));) {
        if (elf_kind(member) == ELF_K_ELF) {
            read_object(names, member);
        }
        command = elf_next(member);
        elf_end(member);
    }
}

static Elf *open_elf(int *fd, const char *path)
{
    elf_version(EV_CURRENT);
    *fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    return *fd >= 0 ? elf_begin(*fd, ELF_C_READ, NULL) : NULL;
}

static void close_elf(int fd, Elf *elf)
{
    elf_end(elf);
    if (fd >= 0) {
        close(fd);
    }
}

static void read_file(GHashTable *names, const char *path)
{
    int fd;
    Elf *elf = open_elf(&fd, path);
    if (elf && elf_kind(elf) == ELF_K_ELF) {
        read_object(names, elf);
    } else if (elf && elf_kind(elf) == ELF_K_AR) {
        read_members(names, fd, elf);
    }
    close_elf(fd, elf);
}

void foreign_symbols_add(GHashTable *names, const char *path)
{
    struct cg_error ignored;
    GPtrArray *members = NULL;
    enum graph_notes_file kind = graph_notes_file(path);
    if (kind == GRAPH_NOTES_ARCHIVE && !thin_archive_members(&members, path, &ignored) && members) {
        for (guint i = 0; i < members->len; i++) {
            read_file(names, members->pdata[i]);
        }
        g_ptr_array_unref(members);
    } else if (kind == GRAPH_NOTES_ARCHIVE || kind == GRAPH_NOTES_OBJECT) {
        read_file(names, path);
    }
}

static gboolean is_other(gpointer name, gpointer value, gpointer functions)
{
    (void)value;
    return !g_hash_table_contains(functions, name);
}

void foreign_symbols_keep(GHashTable *names, const char *path)
{
    int fd;
    GHashTable *functions = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Elf *elf = open_elf(&fd, path);
    if (elf && elf_kind(elf) == ELF_K_ELF && read_symbols(functions, elf, take_function)) {
        g_hash_table_foreach_remove(names, is_other, functions);
    }
    close_elf(fd, elf);
    g_hash_table_destroy(functions);
}
