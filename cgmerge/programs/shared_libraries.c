/* Finds the shared libraries of a program without running it. */
#include "programs/shared_libraries.h"

#include "files/found_file.h"
#include "graphs/elf_file.h"

#include <glob.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

/** What the dynamic section says. */
struct dynamic {
    GPtrArray *needed;   /**< of char * */
    GPtrArray *run_path; /**< of char *, directories */
    GHashTable *known;   /**< set of what is needed; borrowed */
};

static char *replace(const char *text, const char *what, const char *by)
{
    char **parts = g_strsplit(text, what, -1);
    char *replaced = g_strjoinv(by, parts);
    g_strfreev(parts);
    return replaced;
}

static void add_directory(GPtrArray *out, const char *text, const char *origin)
{
    char *plain = replace(text, "$ORIGIN", origin);
    char *directory = replace(plain, "${ORIGIN}", origin);
    if (strlen(directory) < PATH_MAX) {
        g_ptr_array_add(out, g_steal_pointer(&directory));
    }
    g_free(directory);
    g_free(plain);
}

/* What is longer than any path is none, and $ORIGIN makes much of little. */
static void add_directories(GPtrArray *out, const char *list, const char *origin)
{
    char **parts = g_strsplit(list, ":", -1);
    for (char **part = parts; *part; part++) {
        if (strlen(*part) < PATH_MAX) {
            add_directory(out, *part, origin);
        }
    }
    g_strfreev(parts);
}

static void add_needed(struct dynamic *dynamic, const char *text)
{
    if (!g_hash_table_contains(dynamic->known, text)) {
        char *name = g_strdup(text);
        g_ptr_array_add(dynamic->needed, name);
        g_hash_table_add(dynamic->known, name);
    }
}

static void read_entry(struct dynamic *dynamic, const GElf_Dyn *entry, const char *text,
                       const char *origin)
{
    if (text && entry->d_tag == DT_NEEDED) {
        add_needed(dynamic, text);
    } else if (text && (entry->d_tag == DT_RUNPATH || entry->d_tag == DT_RPATH)) {
        add_directories(dynamic->run_path, text, origin);
    }
}

static void read_section(struct dynamic *dynamic, Elf *elf, Elf_Scn *section, const char *origin)
{
    GElf_Shdr header;
    GElf_Dyn entry;
    if (!gelf_getshdr(section, &header) || header.sh_type != SHT_DYNAMIC) {
        return;
    }
    Elf_Data *data = elf_getdata(section, NULL);
    for (int i = 0; data && gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; i++) {
        read_entry(dynamic, &entry, elf_strptr(elf, header.sh_link, entry.d_un.d_val), origin);
    }
}

static void read_dynamic(struct dynamic *dynamic, const char *path)
{
    struct elf_file file = elf_file_open(path);
    char *directory = g_path_get_dirname(path);
    char *origin = g_canonicalize_filename(directory, NULL);
    bool sound = elf_file_is_sound(&file);
    for (Elf_Scn *section = NULL; sound && (section = elf_nextscn(file.elf, section));) {
        read_section(dynamic, file.elf, section, origin);
    }
    elf_file_close(&file);
    g_free(origin);
    g_free(directory);
}

/* How many places may be looked at for one file: real ones name tens of libraries and directories,
 * damaged ones as many as they like. */
#define MOST_PLACES (1u << 18)

static char *find_in(guint *left, const GPtrArray *directories, const char *name)
{
    for (guint i = 0; i < directories->len && *left; i++, --*left) {
        char *path = g_build_filename(directories->pdata[i], name, NULL);
        if (access(path, R_OK) == 0) {
            return path;
        }
        g_free(path);
    }
    return NULL;
}

/** The directories of the system's own libraries, which differ between distributions. */
static void add_usual(GPtrArray *directories)
{
    static const char *const roots[] = {"/usr/local/lib", "/lib", "/usr/lib", "/lib64",
                                        "/usr/lib64"};
    for (size_t i = 0; i < G_N_ELEMENTS(roots); i++) {
        g_ptr_array_add(directories, g_strdup(roots[i]));
        GDir *root = g_dir_open(roots[i], 0, NULL);
        for (const char *name; root && (name = g_dir_read_name(root));) {
            if (strstr(name, "-linux-")) {
                g_ptr_array_add(directories, g_build_filename(roots[i], name, NULL));
            }
        }
        if (root) {
            g_dir_close(root);
        }
    }
}

/* Files that include each other, and what they may hold. */
#define MOST_NESTED 4
#define MOST_BYTES ((gsize)1 << 16)

static void add_configured(GPtrArray *directories, const char *path, int nested);

static void add_included(GPtrArray *directories, const char *pattern, int nested)
{
    glob_t found;
    char *absolute = g_canonicalize_filename(pattern, "/etc");
    if (glob(absolute, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            add_configured(directories, found.gl_pathv[i], nested + 1);
        }
        globfree(&found);
    }
    g_free(absolute);
}

/** The directories that the loader's cache is made of, as in /etc/ld.so.conf: one a line. */
static void add_configured(GPtrArray *directories, const char *path, int nested)
{
    char *text = NULL;
    bool read = nested < MOST_NESTED && found_read_short(&text, NULL, path, MOST_BYTES);
    char **lines = g_strsplit(read ? text : "", "\n", -1);
    for (char **line = lines; *line; line++) {
        char *end = strchr(*line, '#');
        if (end) {
            *end = '\0';
        }
        g_strstrip(*line);
        if (g_str_has_prefix(*line, "include ")) {
            add_included(directories, g_strchug(*line + strlen("include ")), nested);
        } else if (**line == '/') {
            g_ptr_array_add(directories, g_strdup(*line));
        }
    }
    g_strfreev(lines);
    g_free(text);
}

/** Without those that are not there, and those that were before: a file may name many. */
static GPtrArray *keep_usable(const GPtrArray *directories)
{
    GPtrArray *usable = g_ptr_array_new();
    GHashTable *known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < directories->len; i++) {
        const char *directory = *(const char *)directories->pdata[i] ? directories->pdata[i] : ".";
        if (g_file_test(directory, G_FILE_TEST_IS_DIR) &&
            g_hash_table_add(known, g_canonicalize_filename(directory, NULL))) {
            g_ptr_array_add(usable, directories->pdata[i]);
        }
    }
    g_hash_table_destroy(known);
    return usable;
}

static char *find_library(guint *left, const GPtrArray *directories, const char *name)
{
    bool is_path = strchr(name, '/');
    return is_path ? access(name, R_OK) == 0 ? g_strdup(name) : NULL
                   : find_in(left, directories, name);
}

/** Where the libraries of a file are looked for. @param linked files beside which they may be */
static void add_places(struct dynamic *dynamic, const GPtrArray *linked)
{
    const char *environment = g_getenv("LD_LIBRARY_PATH");
    if (environment) {
        add_directories(dynamic->run_path, environment, "");
    }
    for (guint i = 0; i < linked->len; i++) {
        g_ptr_array_add(dynamic->run_path, g_path_get_dirname(linked->pdata[i]));
    }
    add_configured(dynamic->run_path, "/etc/ld.so.conf", 0);
    add_usual(dynamic->run_path);
}

static void find_needed(GPtrArray *found, struct dynamic *dynamic, const GPtrArray *linked,
                        GPtrArray *missing)
{
    add_places(dynamic, linked);
    GPtrArray *usable = keep_usable(dynamic->run_path);
    guint left = MOST_PLACES;
    for (guint i = 0; i < dynamic->needed->len; i++) {
        char *library = find_library(&left, usable, dynamic->needed->pdata[i]);
        if (library) {
            g_ptr_array_add(found, library);
        } else if (missing) {
            g_ptr_array_add(missing, g_strdup(dynamic->needed->pdata[i]));
        }
    }
    g_ptr_array_unref(usable);
}

GPtrArray *shared_libraries_of(const char *path, const GPtrArray *linked, GPtrArray *missing)
{
    GPtrArray *found = g_ptr_array_new_with_free_func(g_free);
    struct dynamic dynamic = {g_ptr_array_new_with_free_func(g_free),
                              g_ptr_array_new_with_free_func(g_free),
                              g_hash_table_new(g_str_hash, g_str_equal)};
    read_dynamic(&dynamic, path);
    if (dynamic.needed->len > 0) {
        find_needed(found, &dynamic, linked, missing);
    }
    g_hash_table_destroy(dynamic.known);
    g_ptr_array_unref(dynamic.needed);
    g_ptr_array_unref(dynamic.run_path);
    return found;
}
