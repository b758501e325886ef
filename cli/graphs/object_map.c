/* Maps objects, known by their content, to the notes about their graphs. */
#include "graphs/object_map.h"

#include "files/cli_files.h"
#include "files/found_file.h"
#include "graphs/graph_notes.h"
#include "graphs/thin_archive.h"
#include "write/append_lines.h"

#include <errno.h>
#include <libelf.h>
#include <string.h>
#include <unistd.h>

#define HASH_DIGITS 64u

struct object_map {
    char **lines;
    GHashTable *notes; /**< of GPtrArray of const char *, by hash */
};

/** @return the note of a line, which then ends after the hash; NULL if it is none */
static const char *split_entry(char *line)
{
    bool hash = strspn(line, "0123456789abcdef") == HASH_DIGITS && line[HASH_DIGITS] == ' ';
    const char *note = hash ? line + HASH_DIGITS + 1 : NULL;
    if (!note || graph_note_read(note).kind == GRAPH_NOTE_OTHER) {
        return NULL;
    }
    line[HASH_DIGITS] = '\0';
    return note;
}

/** @return whether it is a line of a map */
static bool add_line(struct object_map *map, char *line)
{
    const char *note = split_entry(line);
    GPtrArray *notes = note ? g_hash_table_lookup(map->notes, line) : NULL;
    if (note && !notes) {
        notes = g_ptr_array_new();
        g_hash_table_insert(map->notes, line, notes);
    }
    if (note) {
        g_ptr_array_add(notes, (char *)note);
    }
    return note;
}

struct object_map *object_map_read(const char *path)
{
    char **lines = cli_read_lines(path);
    if (!lines) {
        return NULL;
    }
    struct object_map *map = g_new0(struct object_map, 1);
    map->lines = lines;
    map->notes =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
    for (char **line = lines; *line; line++) {
        if (**line && !add_line(map, *line)) {
            cli_error("%s:%zu: not a line that cgcollect --object-map writes", path,
                      (size_t)(line - lines) + 1);
            object_map_free(map);
            return NULL;
        }
    }
    return map;
}

void object_map_free(struct object_map *map)
{
    if (map) {
        g_hash_table_destroy(map->notes);
        g_strfreev(map->lines);
        g_free(map);
    }
}

static void take_notes(const struct object_map *map, GPtrArray *notes, const char *hash)
{
    const GPtrArray *found = hash ? g_hash_table_lookup(map->notes, hash) : NULL;
    for (guint i = 0; found && i < found->len; i++) {
        if (!g_ptr_array_find_with_equal_func(notes, found->pdata[i], g_str_equal, NULL)) {
            g_ptr_array_add(notes, g_strdup(found->pdata[i]));
        }
    }
}

static void take_member(const struct object_map *map, GPtrArray *notes, Elf *member, int fd)
{
    const Elf_Arhdr *header = elf_getarhdr(member);
    int64_t at = elf_getbase(member);
    bool there = header && at >= 0 && header->ar_size >= 0;
    char *hash = there ? found_hash(fd, at, header->ar_size) : NULL;
    take_notes(map, notes, hash);
    g_free(hash);
}

/** libelf finds the members, but reading one whole through it leaks. */
static void take_members(const struct object_map *map, GPtrArray *notes, const char *path)
{
    Elf *member;
    int fd = found_open(path);
    elf_version(EV_CURRENT);
    Elf *archive = fd >= 0 ? elf_begin(fd, ELF_C_READ, NULL) : NULL;
    for (Elf_Cmd command = ELF_C_READ;
         archive && elf_kind(archive) == ELF_K_AR && (member = elf_begin(fd, command, archive));) {
        take_member(map, notes, member, fd);
        command = elf_next(member);
        elf_end(member);
    }
    elf_end(archive);
    if (fd >= 0) {
        close(fd);
    }
}

static void take_file(const struct object_map *map, GPtrArray *notes, const char *path)
{
    char *hash = graph_notes_hash(path);
    take_notes(map, notes, hash);
    g_free(hash);
}

void object_map_find(const struct object_map *map, GPtrArray *notes, const char *path)
{
    struct cg_error ignored; /* graph_notes_read reports it */
    GPtrArray *thin = NULL;
    if (graph_notes_file(path) != GRAPH_NOTES_ARCHIVE) {
        take_file(map, notes, path);
    } else if (thin_archive_members(&thin, path, &ignored) == CG_OK && thin) {
        for (guint i = 0; i < thin->len; i++) {
            if (g_file_test(thin->pdata[i], G_FILE_TEST_IS_REGULAR)) {
                take_file(map, notes, thin->pdata[i]);
            }
        }
        g_ptr_array_unref(thin);
    } else {
        take_members(map, notes, path);
    }
}

bool object_map_append(const char *map, const char *object, const GPtrArray *notes)
{
    char *hash = graph_notes_hash(object);
    GString *lines = g_string_new(NULL);
    for (guint i = 0; hash && i < notes->len; i++) {
        if (!strchr(notes->pdata[i], '\n')) { /* no line can have it */
            g_string_append_printf(lines, "%s %s\n", hash, (const char *)notes->pdata[i]);
        }
    }
    bool done = hash && append_lines(map, lines->str);
    g_string_free(lines, TRUE);
    g_free(hash);
    return done;
}
