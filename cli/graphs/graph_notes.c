/* Reads the notes that objects carry about their graphs. */
#include "graphs/graph_notes.h"

#include "files/found_file.h"
#include "graphs/elf_file.h"
#include "graphs/thin_archive.h"

#include <ar.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

#define HASH_LENGTH 64u /* hexadecimal digits of SHA-256 */

/* Texts of notes */

char *graph_notes_hash(const char *path)
{
    int fd = found_open(path);
    char *hash = fd >= 0 ? found_hash(fd, 0, -1) : NULL;
    int reason = errno;
    if (fd >= 0) {
        close(fd);
    }
    errno = reason;
    return hash;
}

char *graph_note_graph(const char *hash, const char *path)
{
    return g_strdup_printf("graph %s %s", hash, path);
}

char *graph_note_lost(const char *source)
{
    return g_strconcat("lost ", source, NULL);
}

char *graph_note_replaced(const char *hash)
{
    return g_strconcat("replaced ", hash, NULL);
}

char *graph_note_wrap(const char *symbol)
{
    return g_strconcat("wrap ", symbol, NULL);
}

char *graph_note_name(const char *symbol)
{
    return g_strconcat("name ", symbol, NULL);
}

char *graph_note_library(const char *path)
{
    return g_strconcat("library ", path, NULL);
}

char *graph_note_symbols(uint64_t strong, uint64_t outer)
{
    return g_strdup_printf("symbols %016" G_GINT64_MODIFIER "x %016" G_GINT64_MODIFIER "x", strong,
                           outer);
}

static const char known_names[] = "known names";

char *graph_note_known_names(void)
{
    return g_strdup(known_names);
}

struct graph_note graph_note_read(const char *note)
{
    struct graph_note read = {.kind = GRAPH_NOTE_OTHER, .text = note};
    const char *hash = cli_behind(note, "graph "), *lost = cli_behind(note, "lost ");
    const char *wrap = cli_behind(note, "wrap "), *name = cli_behind(note, "name ");
    const char *library = cli_behind(note, "library "), *symbols = cli_behind(note, "symbols ");
    const char *replaced = cli_behind(note, "replaced ");
    if (hash && strspn(hash, "0123456789abcdef") == HASH_LENGTH && hash[HASH_LENGTH] == ' ') {
        read.kind = GRAPH_NOTE_GRAPH;
        memcpy(read.hash, hash, HASH_LENGTH);
        read.text = hash + HASH_LENGTH + 1;
    } else if (lost) {
        read = (struct graph_note){.kind = GRAPH_NOTE_LOST, .text = lost};
    } else if (replaced) {
        read = (struct graph_note){.kind = GRAPH_NOTE_REPLACED, .text = replaced};
    } else if (wrap) {
        read = (struct graph_note){.kind = GRAPH_NOTE_WRAP, .text = wrap};
    } else if (name) {
        read = (struct graph_note){.kind = GRAPH_NOTE_NAME, .text = name};
    } else if (library) {
        read = (struct graph_note){.kind = GRAPH_NOTE_LIBRARY, .text = library};
    } else if (symbols) {
        read.kind = GRAPH_NOTE_SYMBOLS;
        char *end;
        read.strong = g_ascii_strtoull(symbols, &end, 16);
        read.has_outer = *end == ' ';
        read.outer = g_ascii_strtoull(end, NULL, 16);
    } else if (strcmp(note, known_names) == 0) {
        read.kind = GRAPH_NOTE_KNOWN_NAMES;
    }
    return read;
}

/* Files */

/* Read the first bytes of a file. @return how many there are, up to `length`; -1 on failure */
static ssize_t read_start(const char *path, char *start, size_t length)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    size_t done = 0;
    ssize_t got = fd >= 0 ? 1 : -1;
    while (fd >= 0 && got && done < length) {
        got = pread(fd, start + done, length - done, (off_t)done);
        if (got < 0 && errno != EINTR) {
            break;
        }
        done += (size_t)MAX(got, 0);
    }
    if (fd >= 0) {
        close(fd);
    }
    return got < 0 && done < length ? -1 : (ssize_t)done;
}

enum graph_notes_file graph_notes_file(const char *path)
{
    enum { TYPE_AT = 16, BYTES = 18, RELOCATABLE = ET_REL };
    char start[BYTES] = {0};
    ssize_t got = read_start(path, start, sizeof start);
    if (got < 0) {
        return GRAPH_NOTES_UNREADABLE;
    }
    if (got == BYTES && memcmp(start, ELFMAG, SELFMAG) == 0) {
        int type = start[TYPE_AT] | start[TYPE_AT + 1]; /* one of them is 0, in either byte order */
        return type == RELOCATABLE ? GRAPH_NOTES_OBJECT : GRAPH_NOTES_LINKED;
    }
    bool archive =
        got >= 8 && (memcmp(start, ARMAG, SARMAG) == 0 || memcmp(start, "!<thin>\n", SARMAG) == 0);
    return archive ? GRAPH_NOTES_ARCHIVE : GRAPH_NOTES_NONE;
}

static int damaged(const char *path, const char *why, struct cg_error *error)
{
    return cli_fail(error, CG_E_FORMAT, path, "%s", why);
}

static int unreadable(const char *path, struct cg_error *error)
{
    return cli_fail(error, CG_E_IO, path, "%s", g_strerror(errno));
}

/** The notes being read. */
struct reading {
    GPtrArray *notes;
    GHashTable *known; /**< set of them */
    enum graph_notes_choice choice;
};

static void take_texts(struct reading *r, const char *text, size_t length)
{
    for (const char *end = text + length; text < end;) {
        size_t size = strnlen(text, (size_t)(end - text));
        char *note = g_strndup(text, size);
        if (!*note || g_hash_table_contains(r->known, note)) {
            g_free(note);
        } else {
            g_hash_table_add(r->known, note);
            g_ptr_array_add(r->notes, note);
        }
        text += size + 1;
    }
}

static const char *name_of(Elf *elf, size_t names, Elf_Scn *section)
{
    GElf_Shdr header;
    const char *name =
        gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
    return name ? name : "";
}

static bool is_lto(Elf *elf, size_t names)
{
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        if (g_str_has_prefix(name_of(elf, names, section), ".gnu.lto_")) {
            return true;
        }
    }
    return false;
}

static void read_sections(struct reading *r, Elf *elf)
{
    size_t names;
    if (elf_getshdrstrndx(elf, &names) || (r->choice == GRAPH_NOTES_LTO && !is_lto(elf, names))) {
        return;
    }
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        Elf_Data *data = strcmp(name_of(elf, names, section), GRAPH_NOTES_SECTION) == 0
                             ? elf_getdata(section, NULL)
                             : NULL;
        if (data && data->d_buf) {
            take_texts(r, data->d_buf, data->d_size);
        }
    }
}

static int read_object(struct reading *r, Elf *elf, int fd, const char *path,
                       struct cg_error *error)
{
    if (!elf_is_sound(elf, fd)) {
        return damaged(path, "damaged: its sections or names overlap", error);
    }
    read_sections(r, elf);
    return CG_OK;
}

static int read_members(struct reading *r, int fd, Elf *archive, const char *path,
                        struct cg_error *error)
{
    Elf *member;
    int status = CG_OK;
    for (Elf_Cmd command = ELF_C_READ; !status && (member = elf_begin(fd, command, archive));) {
        if (elf_kind(member) == ELF_K_ELF) {
            status = read_object(r, member, fd, path, error);
        }
        command = elf_next(member);
        elf_end(member);
    }
    return status;
}

static int read_file(struct reading *r, const char *path, bool in_archive, struct cg_error *error);

/* The members of a thin archive are files. @return CG_OK, and *thin: whether it is one */
static int read_thin_archive(struct reading *r, bool *thin, const char *path,
                             struct cg_error *error)
{
    GPtrArray *members;
    int status = thin_archive_members(&members, path, error);
    *thin = members;
    for (guint i = 0; members && i < members->len && !status; i++) {
        status = read_file(r, members->pdata[i], true, error);
    }
    if (members) {
        g_ptr_array_unref(members);
    }
    return status;
}

static int read_elf(struct reading *r, int fd, const char *path, bool in_archive,
                    struct cg_error *error)
{
    int status = CG_OK;
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
    if (elf && elf_kind(elf) == ELF_K_ELF) {
        status = read_object(r, elf, fd, path, error);
    } else if (elf && elf_kind(elf) == ELF_K_AR) {
        status = read_members(r, fd, elf, path, error);
    } else if (!in_archive) {
        status = damaged(path, "neither an ELF file nor an archive", error);
    }
    elf_end(elf);
    return status;
}

/** @param in_archive a member: other files are allowed, and thin archives are not followed */
static int read_file(struct reading *r, const char *path, bool in_archive, struct cg_error *error)
{
    bool thin = false;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return unreadable(path, error);
    }
    int status = in_archive ? CG_OK : read_thin_archive(r, &thin, path, error);
    status = status || thin ? status : read_elf(r, fd, path, in_archive, error);
    close(fd);
    return status;
}

static struct reading start_reading(GPtrArray *notes, enum graph_notes_choice choice)
{
    struct reading r = {notes, g_hash_table_new(g_str_hash, g_str_equal), choice};
    for (guint i = 0; i < notes->len; i++) {
        g_hash_table_add(r.known, notes->pdata[i]);
    }
    return r;
}

int graph_notes_read(GPtrArray *notes, const char *path, enum graph_notes_choice choice,
                     struct cg_error *error)
{
    struct reading r = start_reading(notes, choice);
    int status = read_file(&r, path, false, error);
    g_hash_table_destroy(r.known);
    return status;
}

void graph_notes_of(GPtrArray *notes, Elf *elf)
{
    struct reading r = start_reading(notes, GRAPH_NOTES_ALL);
    read_sections(&r, elf);
    g_hash_table_destroy(r.known);
}
