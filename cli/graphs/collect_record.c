/* Reads and writes the record of an output directory of cgcollect, and compares it with the files.
 */
#include "graphs/collect_record.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "files/found_file.h"
#include "graphs/graph_notes.h"

#define HEADER "cgcollect record 1"
#define NANOSECONDS G_GINT64_CONSTANT(1000000000)
#define GRAIN (2 * NANOSECONDS) /* the coarsest time of file systems */

static void free_file(void *data)
{
    struct recorded_file *file = data;
    g_free(file->path);
    g_free(file->hash);
    g_free(file->stamp);
    g_free(file);
}

void collect_record_forget(struct recorded_graph *graph)
{
    g_clear_pointer(&graph->key, g_free);
    g_clear_pointer(&graph->stamp, g_free);
    if (graph->inputs) {
        g_array_unref(graph->inputs);
        graph->inputs = NULL;
    }
}

static void free_graph(void *data)
{
    struct recorded_graph *graph = data;
    collect_record_forget(graph);
    g_ptr_array_unref(graph->databases);
    g_free(graph->object);
    g_free(graph);
}

static struct collect_record *new_record(void)
{
    struct collect_record *record = g_new0(struct collect_record, 1);
    record->files = g_ptr_array_new_with_free_func(free_file);
    record->by_path = g_hash_table_new(g_str_hash, g_str_equal);
    record->graphs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_graph);
    return record;
}

void collect_record_free(struct collect_record *record)
{
    if (record) {
        g_hash_table_destroy(record->by_path);
        g_hash_table_destroy(record->graphs);
        g_ptr_array_unref(record->files);
        g_free(record);
    }
}

struct recorded_graph *collect_record_graph(struct collect_record *record, const char *name)
{
    struct recorded_graph *graph = g_hash_table_lookup(record->graphs, name);
    if (!graph) {
        graph = g_new0(struct recorded_graph, 1);
        graph->databases = g_ptr_array_new_with_free_func(g_free);
        g_hash_table_insert(record->graphs, g_strdup(name), graph);
    }
    return graph;
}

bool collect_record_next_input(guint *index, struct recorded_walk *walk,
                               const struct recorded_graph *graph)
{
    if (!graph->inputs || walk->range == graph->inputs->len) {
        return false;
    }
    const struct recorded_range *range =
        &g_array_index(graph->inputs, struct recorded_range, walk->range);
    *index = range->first + walk->offset++;
    if (*index == range->last) {
        *walk = (struct recorded_walk){walk->range + 1, 0};
    }
    return true;
}

/* @return whether a name is one that cgcollect can have given: other files are never touched,
 *  whatever the record has. */
static bool collect_record_is_name(const char *name)
{
    return name[0] && name[0] != '/' && g_str_has_suffix(name, ".mcg") &&
           !g_str_has_prefix(name, "../") && !strstr(name, "/../");
}

/* Reading */

/** @return the index of a new file. Takes the strings. */
static guint add_file(struct collect_record *record, char *path, char *hash, char *stamp)
{
    struct recorded_file *file = g_new0(struct recorded_file, 1);
    *file = (struct recorded_file){path, hash, stamp, FILE_UNCHECKED, -1};
    g_ptr_array_add(record->files, file);
    g_hash_table_insert(record->by_path, path, GUINT_TO_POINTER(record->files->len - 1));
    return record->files->len - 1;
}

static void read_file(struct collect_record *record, const char *text)
{
    char **words = g_strsplit(text, " ", 3);
    bool whole = g_strv_length(words) == 3;
    add_file(record, g_strdup(whole ? words[2] : ""), g_strdup(whole ? words[0] : "-"),
             g_strdup(whole ? words[1] : "-"));
    g_strfreev(words);
}

/** @return the indices in "0 3-5", or NULL if they do not ascend or are none of the record's. */
static GArray *read_inputs(const struct collect_record *record, const char *text)
{
    GArray *inputs = g_array_new(FALSE, FALSE, sizeof(struct recorded_range));
    char *end = (char *)text;
    guint64 least = 0;
    while (*end) {
        guint64 first = g_ascii_strtoull(end, &end, 10), last = first;
        if (*end == '-') {
            last = g_ascii_strtoull(end + 1, &end, 10);
        }
        if ((*end && *end != ' ') || first < least || last < first || last >= record->files->len) {
            g_array_unref(inputs);
            return NULL;
        }
        const struct recorded_range range = {(guint)first, (guint)last};
        g_array_append_val(inputs, range);
        least = last + 1;
        end += *end == ' ';
    }
    return inputs;
}

static char *replace(char *old, const char *by)
{
    g_free(old);
    return g_strdup(by);
}

static void read_member(struct collect_record *record, struct recorded_graph *graph,
                        const char *line)
{
    const char *database = cli_behind(line, "database ");
    const char *object = cli_behind(line, "object "), *key = cli_behind(line, "key ");
    const char *stamp = cli_behind(line, "stamp "), *inputs = cli_behind(line, "inputs ");
    if (database) {
        g_ptr_array_add(graph->databases, g_strdup(database));
    } else if (object) {
        graph->object = replace(graph->object, object);
    } else if (key) {
        graph->key = replace(graph->key, key);
    } else if (stamp) {
        graph->stamp = replace(graph->stamp, stamp);
    } else if (inputs && !graph->inputs) {
        graph->inputs = read_inputs(record, inputs);
    }
}

static bool is_known(const struct recorded_graph *graph)
{
    return graph->key && graph->stamp && graph->inputs;
}

/** Graphs of which the record says only a part of what they were made from. */
static void forget_parts(struct collect_record *record)
{
    GHashTableIter each;
    gpointer graph;
    g_hash_table_iter_init(&each, record->graphs);
    while (g_hash_table_iter_next(&each, NULL, &graph)) {
        if (!is_known(graph)) {
            collect_record_forget(graph);
        }
    }
}

static void read_lines(struct collect_record *record, char **lines)
{
    struct recorded_graph *graph = NULL;
    for (; *lines; lines++) {
        const char *file = cli_behind(*lines, "file "), *name = cli_behind(*lines, "graph ");
        if (file) {
            read_file(record, file);
        } else if (name) {
            graph = collect_record_is_name(name) ? collect_record_graph(record, name) : NULL;
        } else if (graph) {
            read_member(record, graph, *lines);
        }
    }
}

int collect_record_read(struct collect_record **out, const char *directory, struct cg_error *error)
{
    char *text = NULL, *path = g_build_filename(directory, COLLECT_RECORD_NAME, NULL);
    int status = CG_OK;
    *out = new_record();
    if (!found_read(&text, NULL, path)) {
        status = errno == ENOENT
                     ? CG_OK
                     : cli_fail(error, CG_E_IO, path, "cannot read: %s", found_reason(errno));
    } else {
        char **lines = g_strsplit(text, "\n", -1);
        if (g_strcmp0(lines[0], HEADER) == 0) {
            read_lines(*out, lines + 1);
            forget_parts(*out);
        }
        g_strfreev(lines);
    }
    g_free(text);
    g_free(path);
    return status;
}

/* Writing */

/** Give each file that is used its number in the output, and write it. */
static void write_files(FILE *stream, const struct collect_record *record, GPtrArray *names,
                        guint *numbers)
{
    guint next = 0;
    for (guint i = 0; i < names->len; i++) {
        const struct recorded_graph *graph = g_hash_table_lookup(record->graphs, names->pdata[i]);
        struct recorded_walk walk = {0};
        for (guint index; collect_record_next_input(&index, &walk, graph);) {
            const struct recorded_file *file = record->files->pdata[index];
            if (numbers[index] == 0) {
                fprintf(stream, "file %s %s %s\n", file->hash, file->stamp, file->path);
                numbers[index] = ++next;
            }
        }
    }
}

static int compare_numbers(gconstpointer a, gconstpointer b)
{
    guint x = *(const guint *)a, y = *(const guint *)b;
    return (x > y) - (x < y);
}

static void write_inputs(FILE *stream, const struct recorded_graph *graph, const guint *numbers)
{
    GArray *sorted = g_array_new(FALSE, FALSE, sizeof(guint));
    struct recorded_walk walk = {0};
    for (guint index; collect_record_next_input(&index, &walk, graph);) {
        guint number = numbers[index] - 1;
        g_array_append_val(sorted, number);
    }
    g_array_sort(sorted, compare_numbers);
    fputs("inputs", stream);
    for (guint i = 0; i < sorted->len;) {
        guint first = g_array_index(sorted, guint, i), last = first;
        for (i++; i < sorted->len && g_array_index(sorted, guint, i) <= last + 1; i++) {
            last = g_array_index(sorted, guint, i);
        }
        fprintf(stream, last > first ? " %u-%u" : " %u", first, last);
    }
    fputc('\n', stream);
    g_array_unref(sorted);
}

static GPtrArray *names_of(const struct collect_record *record)
{
    GHashTableIter each;
    gpointer name;
    GPtrArray *names = g_ptr_array_new();
    g_hash_table_iter_init(&each, record->graphs);
    while (g_hash_table_iter_next(&each, &name, NULL)) {
        g_ptr_array_add(names, name);
    }
    g_ptr_array_sort(names, cli_compare_texts);
    return names;
}

static void write_graph(FILE *stream, const char *name, const struct recorded_graph *graph,
                        const guint *numbers)
{
    fprintf(stream, "graph %s\n", name);
    for (guint i = 0; i < graph->databases->len; i++) {
        fprintf(stream, "database %s\n", (const char *)graph->databases->pdata[i]);
    }
    if (graph->object) {
        fprintf(stream, "object %s\n", graph->object);
    }
    if (graph->key) {
        fprintf(stream, "key %s\nstamp %s\n", graph->key, graph->stamp);
        write_inputs(stream, graph, numbers);
    }
}

int collect_record_write(const struct collect_record *record, const char *directory,
                         struct cg_error *error)
{
    struct cli_output output;
    char *path = g_build_filename(directory, COLLECT_RECORD_NAME, NULL);
    int status = cli_output_open_below(&output, directory, path, error);
    if (!status) {
        GPtrArray *names = names_of(record);
        guint *numbers = g_new0(guint, record->files->len + 1);
        fprintf(output.stream, "%s\n", HEADER);
        write_files(output.stream, record, names, numbers);
        for (guint i = 0; i < names->len; i++) {
            write_graph(output.stream, names->pdata[i],
                        g_hash_table_lookup(record->graphs, names->pdata[i]), numbers);
        }
        g_free(numbers);
        g_ptr_array_unref(names);
        status = cli_output_finish(&output, error);
    }
    g_free(path);
    return status;
}

/* Comparing with files */

static gint64 nanoseconds(struct timespec time)
{
    return (gint64)time.tv_sec * NANOSECONDS + time.tv_nsec;
}

gint64 collect_record_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    return nanoseconds(now);
}

static gint64 changed_at(const struct stat *about)
{
    return MAX(nanoseconds(about->st_mtim), nanoseconds(about->st_ctim));
}

static char *stamp_of(const struct stat *about)
{
    return g_strdup_printf("%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT
                           ":%" G_GUINT64_FORMAT,
                           (gint64)about->st_size, nanoseconds(about->st_mtim),
                           nanoseconds(about->st_ctim), (guint64)about->st_ino);
}

/** The stamp and hash of a file; release them with g_free.
 *  @return when it changed; 0 for one that does not exist or is none */
static gint64 look_at(const char *path, char **hash, char **stamp)
{
    struct stat about;
    gint64 now = collect_record_now();
    bool is_file = stat(path, &about) == 0 && S_ISREG(about.st_mode);
    *hash = is_file ? graph_notes_hash(path) : NULL;
    if (!*hash) {
        *hash = g_strdup("-");
        *stamp = g_strdup("-");
        return 0;
    }
    *stamp = changed_at(&about) + GRAIN < now ? stamp_of(&about) : g_strdup("-");
    return changed_at(&about);
}

static bool is_same(struct collect_record *record, struct recorded_file *file)
{
    struct stat about;
    if (file->state != FILE_UNCHECKED) {
        return file->state == FILE_SAME;
    }
    char *stamp = stat(file->path, &about) == 0 ? stamp_of(&about) : g_strdup("-"), *hash;
    file->state =
        strcmp(stamp, file->stamp) == 0 && strcmp(stamp, "-") != 0 ? FILE_SAME : FILE_CHANGED;
    g_free(stamp);
    if (file->state == FILE_CHANGED) {
        look_at(file->path, &hash, &stamp);
        if (strcmp(hash, file->hash) == 0) {
            file->state = FILE_SAME;
            record->touched = true;
            g_free(file->stamp);
            file->stamp = g_steal_pointer(&stamp);
        }
        g_free(hash);
        g_free(stamp);
    }
    return file->state == FILE_SAME;
}

/** The stamp of a graph, to release with g_free; NULL if it does not exist. */
static char *stamp_of_graph(const char *directory, const char *name)
{
    struct stat about;
    char *path = g_build_filename(directory, name, NULL);
    bool exists = stat(path, &about) == 0;
    g_free(path);
    return exists ? g_strdup_printf("%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, (gint64)about.st_size,
                                    nanoseconds(about.st_mtim))
                  : NULL;
}

bool collect_record_is_current(struct collect_record *record, const char *directory,
                               const char *name, const char *key)
{
    const struct recorded_graph *graph = g_hash_table_lookup(record->graphs, name);
    if (!graph || !graph->key || strcmp(graph->key, key) != 0) {
        return false;
    }
    char *stamp = stamp_of_graph(directory, name);
    bool current = g_strcmp0(stamp, graph->stamp) == 0;
    g_free(stamp);
    struct recorded_walk walk = {0};
    for (guint index; current && collect_record_next_input(&index, &walk, graph);) {
        current = is_same(record, record->files->pdata[index]);
    }
    return current;
}

/** The index of a file as it is now. */
static guint current_file(struct collect_record *record, const char *path)
{
    void *known;
    struct stat about;
    struct recorded_file *file = NULL;
    guint index = 0;
    if (g_hash_table_lookup_extended(record->by_path, path, NULL, &known)) {
        index = GPOINTER_TO_UINT(known);
        file = record->files->pdata[index];
    }
    if (!file || !is_same(record, file)) {
        char *hash, *stamp;
        gint64 changed = look_at(path, &hash, &stamp);
        index = add_file(record, g_strdup(path), hash, stamp);
        file = record->files->pdata[index];
        file->state = FILE_SAME;
        file->changed = changed;
    } else if (file->changed < 0) {
        file->changed = stat(path, &about) == 0 ? changed_at(&about) : 0;
    }
    return index;
}

void collect_record_made(struct collect_record *record, const char *directory, const char *name,
                         const char *key, const GPtrArray *inputs, gint64 since)
{
    struct recorded_graph *graph = collect_record_graph(record, name);
    bool settled = inputs->len > 0;
    collect_record_forget(graph);
    graph->inputs = g_array_new(FALSE, FALSE, sizeof(struct recorded_range));
    for (guint i = 0; i < inputs->len && settled; i++) {
        const char *path = inputs->pdata[i];
        guint index = current_file(record, path);
        const struct recorded_file *file = record->files->pdata[index];
        const struct recorded_range range = {index, index};
        g_array_append_val(graph->inputs, range);
        settled = file->changed < since && !strchr(path, '\n');
    }
    graph->key = g_strdup(key);
    graph->stamp = stamp_of_graph(directory, name);
    if (!settled || !graph->stamp) {
        collect_record_forget(graph);
    }
}
