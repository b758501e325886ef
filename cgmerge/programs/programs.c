/* Chooses a program of a build, and the objects that the linker takes for it. */
#include "programs/programs.h"

#include "graphs/collect_record.h"
#include "graphs/foreign_symbols.h"
#include "programs/exported_symbols.h"
#include "programs/library_names.h"
#include "programs/link_steps.h"
#include "programs/object_symbols.h"
#include "programs/real_place.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/** A build. */
struct build {
    const struct program_wish *wish;
    char *directory;
    char *graphs;          /**< directory */
    GHashTable *steps;     /**< link_steps.h */
    GHashTable *by_object; /**< of struct built by absolute path of the object */
    struct collect_record *record;
};

/** The graph of an object. */
struct built {
    char *path;
    const struct recorded_graph *graph; /**< borrowed from the record */
};

static void free_built(void *data)
{
    struct built *built = data;
    g_free(built->path);
    g_free(built);
}

static char *directory_of(const char *build)
{
    bool is_directory = g_file_test(build, G_FILE_TEST_IS_DIR);
    char *path = is_directory ? g_strdup(build) : g_path_get_dirname(build);
    char *directory = real_directory(path);
    g_free(path);
    return directory;
}

static void index_objects(struct build *b, const struct collect_record *record)
{
    GHashTableIter each;
    gpointer name, value;
    g_hash_table_iter_init(&each, record->graphs);
    while (g_hash_table_iter_next(&each, &name, &value)) {
        const struct recorded_graph *graph = value;
        char *path = g_build_filename(b->graphs, name, NULL);
        if (graph->object && access(path, R_OK) == 0) {
            struct built *built = g_new(struct built, 1);
            *built = (struct built){g_strdup(path), graph};
            g_hash_table_replace(b->by_object, real_place(graph->object, b->directory), built);
        }
        g_free(path);
    }
}

static int read_graphs(struct build *b)
{
    struct cg_error error;
    int status = collect_record_read(&b->record, b->graphs, &error);
    if (status) {
        cli_report(&error);
    } else {
        index_objects(b, b->record);
    }
    if (!status && g_hash_table_size(b->by_object) == 0) {
        cli_error("%s: no graphs of a build; 'cgcollect -p %s' writes them", b->graphs,
                  b->wish->build);
        status = CG_E_IO;
    }
    return status ? CLI_TROUBLE : CLI_OK;
}

static int open_build(struct build *b, const struct program_wish *wish)
{
    struct cg_error error;
    *b = (struct build){.wish = wish, .directory = directory_of(wish->build)};
    b->graphs = wish->graphs ? g_strdup(wish->graphs) : g_build_filename(b->directory, "mcg", NULL);
    b->by_object = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_built);
    if (link_steps_read(&b->steps, wish->build, &error)) {
        cli_report(&error);
        return CLI_TROUBLE;
    }
    return read_graphs(b);
}

static void close_build(struct build *b)
{
    g_hash_table_destroy(b->steps);
    g_hash_table_destroy(b->by_object);
    collect_record_free(b->record);
    g_free(b->graphs);
    g_free(b->directory);
}

/* Which program */

static bool is_object_name(const char *path)
{
    return g_str_has_suffix(path, ".o") || g_str_has_suffix(path, ".obj");
}

static const char *name_of(const struct build *b, const char *output)
{
    size_t length = strlen(b->directory);
    bool below = strncmp(output, b->directory, length) == 0 && output[length] == '/';
    return below ? output + length + 1 : output;
}

/** Whether a step links an object that has a graph: tests of the compiler do not. */
static bool has_graphs(const struct build *b, const struct link_step *step)
{
    bool has = false;
    for (guint i = 0; i < step->inputs->len && !has; i++) {
        const char *path = g_array_index(step->inputs, struct link_input, i).path;
        has = g_hash_table_contains(b->by_object, path) || g_hash_table_contains(b->steps, path);
    }
    return has;
}

static bool is_program(const struct build *b, const struct link_step *step)
{
    return !step->archive && !step->shared && !is_object_name(step->output) && has_graphs(b, step);
}

/** Whether a path, or its end, is a wish. */
static bool ends_as(const char *path, size_t length, const char *wish)
{
    size_t end = strlen(wish);
    return length >= end && memcmp(path + length - end, wish, end) == 0 &&
           (length == end || path[length - end - 1] == '/');
}

/** Whether a wish names an output. It may leave out the version of a shared library: that name is
 *  a link which nothing in the build need make. */
static bool is_meant(const char *output, const char *wish)
{
    const char *slash = strrchr(output, '/');
    const char *version = strstr(slash ? slash : output, ".so.");
    bool versioned = version && !version[3 + strspn(version + 3, ".0123456789")];
    return ends_as(output, strlen(output), wish) ||
           (versioned && ends_as(output, (size_t)(version + strlen(".so") - output), wish));
}

/** The outputs that a wish names, in order; without a wish, all programs. */
static GPtrArray *candidates(const struct build *b, const char *wish)
{
    GPtrArray *found = g_ptr_array_new();
    GHashTableIter each;
    gpointer output, value;
    g_hash_table_iter_init(&each, b->steps);
    while (g_hash_table_iter_next(&each, &output, &value)) {
        const struct link_step *step = value;
        bool wanted =
            wish ? is_meant(step->output, wish) && has_graphs(b, step) : is_program(b, step);
        if (wanted && wish && strcmp(name_of(b, step->output), wish) == 0) {
            g_ptr_array_set_size(found, 0);
            g_ptr_array_add(found, step->output);
            return found;
        }
        if (wanted) {
            g_ptr_array_add(found, step->output);
        }
    }
    g_ptr_array_sort(found, cli_compare_texts);
    return found;
}

static char *names_of(const struct build *b, const GPtrArray *outputs)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < MIN(outputs->len, 20u); i++) {
        g_string_append_printf(text, "%s%s", i ? ", " : "", name_of(b, outputs->pdata[i]));
    }
    if (outputs->len > 20) {
        g_string_append_printf(text, " and %u more", outputs->len - 20);
    }
    return g_string_free(text, FALSE);
}

/** @param wish the name of an output, the end of its path, or its real path; NULL: any program */
static const struct link_step *choose_named(const struct build *b, const char *wish)
{
    const char *build = b->wish->build;
    GPtrArray *found = candidates(b, wish), *all = found->len ? found : candidates(b, NULL);
    char *names = names_of(b, all);
    const struct link_step *step = NULL;
    if (found->len == 1) {
        step = g_hash_table_lookup(b->steps, found->pdata[0]);
    } else if (found->len > 1 && wish) {
        cli_error("%s: several outputs are named '%s': %s; give more of the path", build, wish,
                  names);
    } else if (found->len > 1) {
        cli_error("%s: makes %u programs: %s; choose one with --program", build, found->len, names);
    } else if (all->len > 0) {
        cli_error("%s: makes no '%s', but %s", build, wish, names);
    } else {
        cli_error(
            "%s: no link commands are known; give a build directory of CMake or ninja, or "
            "what 'ninja -t compdb' writes, or build with cgcollect --cc and give the program",
            build);
    }
    g_free(names);
    if (all != found) {
        g_ptr_array_unref(all);
    }
    g_ptr_array_unref(found);
    return step;
}

static const struct link_step *choose_step(const struct build *b)
{
    const char *name = b->wish->name;
    char *real = name && g_path_is_absolute(name) ? real_place(name, "/") : NULL;
    const struct link_step *step = choose_named(b, real ? real : name);
    g_free(real);
    return step;
}

/* What is linked */

/** The shared libraries that a program and its libraries need. */
struct libraries {
    GHashTable *known; /**< set of struct link_step, with the program */
    GPtrArray *order;  /**< the same without the program, as they were found */
};

/** A program being linked, or a library of it. */
struct selection {
    const struct build *build;
    GHashTable *taken;    /**< set of objects and members, borrowed from the steps */
    GPtrArray *objects;   /**< the same, in order */
    GHashTable *archives; /**< of struct link_step: those whose members are chosen */
    GHashTable *whole;    /**< of struct link_step: those of which all members are linked */
    GPtrArray *waiting;   /**< of struct link_step: their inputs are to be taken */
    struct libraries *libraries;
    GHashTable *defined; /**< set of symbols */
    GHashTable *undefined;
    GHashTable *symbols; /**< of struct object_symbols by object; NULL where there are none */
    bool blind;          /**< some object has no symbols */
};

static const struct object_symbols *symbols_of(struct selection *s, const char *object)
{
    void *known;
    if (!g_hash_table_lookup_extended(s->symbols, object, NULL, &known)) {
        known = object_symbols_read(object);
        g_hash_table_insert(s->symbols, (void *)object, known);
        s->blind = s->blind || !known;
    }
    return known;
}

static void add_set(GHashTable *set, GHashTable *more)
{
    GHashTableIter each;
    gpointer symbol;
    g_hash_table_iter_init(&each, more);
    while (g_hash_table_iter_next(&each, &symbol, NULL)) {
        g_hash_table_add(set, symbol);
    }
}

static void take_object(struct selection *s, const char *object)
{
    if (!g_hash_table_add(s->taken, (void *)object)) {
        return;
    }
    const struct link_step *parts = g_hash_table_lookup(s->build->steps, object);
    if (parts) { /* ld -r */
        g_ptr_array_add(s->waiting, (void *)parts);
        return;
    }
    g_ptr_array_add(s->objects, (void *)object);
    const struct object_symbols *symbols = symbols_of(s, object);
    if (symbols) {
        add_set(s->defined, symbols->defined);
        add_set(s->undefined, symbols->undefined);
    }
}

static void take_input(struct selection *s, const struct link_input *input)
{
    struct link_step *step = g_hash_table_lookup(s->build->steps, input->path);
    if (step && step->archive && input->whole) {
        if (g_hash_table_add(s->whole, step)) {
            g_ptr_array_add(s->waiting, step);
        }
    } else if (step && step->archive) {
        g_hash_table_add(s->archives, step);
    } else if (step && step->shared) {
        if (g_hash_table_add(s->libraries->known, step)) {
            g_ptr_array_add(s->libraries->order, step);
        }
        const struct object_symbols *symbols = symbols_of(s, step->output);
        if (symbols) {
            add_set(s->undefined, symbols->undefined);
        }
    } else if (is_object_name(input->path)) {
        take_object(s, input->path);
    }
}

/** Take the inputs of steps that wait, and of those that come to wait. Steps may be nested deeply,
 *  and lead to themselves. */
static void take_waiting(struct selection *s)
{
    while (s->waiting->len > 0) {
        const struct link_step *step = g_ptr_array_steal_index(s->waiting, s->waiting->len - 1);
        for (guint i = 0; i < step->inputs->len; i++) {
            take_input(s, &g_array_index(step->inputs, struct link_input, i));
        }
    }
}

/** Whether a member defines what is still undefined. */
static bool is_needed(struct selection *s, const char *member)
{
    const struct object_symbols *symbols = symbols_of(s, member);
    GHashTableIter each;
    gpointer symbol;
    if (!symbols) {
        return false;
    }
    g_hash_table_iter_init(&each, symbols->defined);
    while (g_hash_table_iter_next(&each, &symbol, NULL)) {
        if (g_hash_table_contains(s->undefined, symbol) &&
            !g_hash_table_contains(s->defined, symbol)) {
            return true;
        }
    }
    return false;
}

/** Take members of an archive that are needed, or all. @return whether some were taken */
static bool take_members(struct selection *s, const struct link_step *archive, bool all)
{
    bool took = false;
    for (guint i = 0; i < archive->inputs->len; i++) {
        const struct link_input *member = &g_array_index(archive->inputs, struct link_input, i);
        if (!g_hash_table_contains(s->taken, member->path) && (all || is_needed(s, member->path))) {
            take_input(s, member);
            take_waiting(s);
            g_hash_table_add(s->taken, member->path); /* also what is no object: once */
            took = true;
        }
    }
    return took;
}

static bool select_pass(struct selection *s, bool all)
{
    GList *archives = g_hash_table_get_keys(s->archives);
    bool took = false;
    for (GList *archive = archives; archive; archive = archive->next) {
        took = take_members(s, archive->data, all) || took;
    }
    g_list_free(archives);
    return took;
}

/** Take the members of archives that the linker takes, in whatever order it has the archives. */
static void take_archives(struct selection *s, const char *output)
{
    while (select_pass(s, false)) {
    }
    if (s->blind && select_pass(s, true)) {
        cli_note(
            "%s: all members of its archives are taken, because some objects were not built or "
            "have no symbols",
            output);
    }
}

static void start_selection(struct selection *s, const struct build *b, struct libraries *libraries)
{
    *s = (struct selection){.build = b, .objects = g_ptr_array_new(), .libraries = libraries};
    s->taken = g_hash_table_new(g_str_hash, g_str_equal);
    s->archives = g_hash_table_new(NULL, NULL);
    s->whole = g_hash_table_new(NULL, NULL);
    s->waiting = g_ptr_array_new();
    s->defined = g_hash_table_new(g_str_hash, g_str_equal);
    s->undefined = g_hash_table_new(g_str_hash, g_str_equal);
    s->symbols =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)object_symbols_free);
}

static void end_selection(struct selection *s)
{
    g_hash_table_destroy(s->defined);
    g_hash_table_destroy(s->undefined);
    g_hash_table_destroy(s->symbols);
    g_hash_table_destroy(s->archives);
    g_hash_table_destroy(s->whole);
    g_ptr_array_unref(s->waiting);
    g_hash_table_destroy(s->taken);
    g_ptr_array_unref(s->objects);
}

/* What an output exports. The one that was built may be of other sources. */

static bool is_newer(const char *path, const struct stat *output)
{
    struct stat status;
    const struct timespec *when = &status.st_mtim, *built = &output->st_mtim;
    return stat(path, &status) != 0 || when->tv_sec > built->tv_sec ||
           (when->tv_sec == built->tv_sec && when->tv_nsec > built->tv_nsec);
}

/** @return a file of those that a graph was made from which is newer than an output, or does not
 *  exist; NULL: none */
static const char *newer_input(const struct build *b, const struct built *built,
                               const struct stat *output)
{
    struct recorded_walk walk = {0};
    for (guint index; collect_record_next_input(&index, &walk, built->graph);) {
        const struct recorded_file *file = g_ptr_array_index(b->record->files, index);
        if (strcmp(file->hash, "-") != 0 && is_newer(file->path, output)) {
            return file->path;
        }
    }
    return NULL;
}

/** @return why it is not known what an output exports, to release with g_free; NULL: it is */
static char *no_exports(struct carried *carried, const struct selection *s, const char *output)
{
    struct stat status;
    if (stat(output, &status) || !S_ISREG(status.st_mode)) {
        return g_strdup("is not built");
    }
    for (guint i = 0; i < s->objects->len; i++) {
        const struct built *built = g_hash_table_lookup(s->build->by_object, s->objects->pdata[i]);
        const char *newer = built ? newer_input(s->build, built, &status) : NULL;
        if (built && !built->graph->key) {
            return g_strdup_printf("may be older than what %s was collected from, which is not "
                                   "known (a precompiled header, modules, or errors)",
                                   built->path);
        }
        if (newer) {
            return g_strdup_printf("is older than %s", newer);
        }
    }
    bool shows = exported_symbols_add(carried->exported, output);
    return shows ? NULL : g_strdup("does not show what it exports");
}

static void add_exports(struct carried *carried, const struct selection *s, const char *output)
{
    char *why = s->objects->len > 0 ? no_exports(carried, s, output) : NULL;
    if (why) {
        carried->shows_no_exports = true;
        cli_note("%s %s: code that was not collected may call what is not hidden in it",
                 name_of(s->build, output), why);
    }
    g_free(why);
}

/** Add the graphs of the objects of one output. @param libraries receives those it needs */
static void add_output(const struct build *b, GPtrArray *inputs, struct carried *carried,
                       const struct link_step *step, struct libraries *libraries)
{
    struct selection s;
    start_selection(&s, b, libraries);
    g_ptr_array_add(s.waiting, (void *)step);
    take_waiting(&s);
    take_archives(&s, name_of(b, step->output));
    for (guint i = 0; i < s.objects->len; i++) {
        const struct built *built = g_hash_table_lookup(b->by_object, s.objects->pdata[i]);
        if (built) {
            carried_take(inputs, carried, built->path, step->wrapped);
        } else {
            carried_lose(carried, name_of(b, s.objects->pdata[i]));
            foreign_symbols_add(carried->named, NULL, NULL, s.objects->pdata[i]);
        }
    }
    add_exports(carried, &s, step->output);
    end_selection(&s);
}

static void add_library_names(struct carried *carried, const struct link_step *first,
                              const GPtrArray *libraries)
{
    GPtrArray *outputs = g_ptr_array_new();
    g_ptr_array_add(outputs, (void *)first->output);
    for (guint i = 0; i < libraries->len; i++) {
        g_ptr_array_add(outputs, (void *)((const struct link_step *)libraries->pdata[i])->output);
    }
    library_names_of(carried->by_libraries, outputs);
    g_ptr_array_unref(outputs);
}

/** Add the graphs of an output, and of the shared libraries of the build that it needs. */
static void add_outputs(const struct build *b, GPtrArray *inputs, struct carried *carried,
                        const struct link_step *first)
{
    struct libraries libraries = {g_hash_table_new(NULL, NULL), g_ptr_array_new()};
    g_hash_table_add(libraries.known, (void *)first);
    add_output(b, inputs, carried, first, &libraries);
    carried->names_unknown = true;
    for (guint i = 0; i < libraries.order->len; i++) { /* it grows */
        add_output(b, inputs, carried, libraries.order->pdata[i], &libraries);
    }
    add_library_names(carried, first, libraries.order);
    g_hash_table_destroy(libraries.known);
    g_ptr_array_unref(libraries.order);
}

int programs_add(GPtrArray *inputs, struct carried *carried, const struct program_wish *wish)
{
    struct build b;
    int code = open_build(&b, wish);
    const struct link_step *step = code == CLI_OK ? choose_step(&b) : NULL;
    if (step) {
        add_outputs(&b, inputs, carried, step);
    }
    close_build(&b);
    return step ? CLI_OK : CLI_TROUBLE;
}

int programs_list(const struct program_wish *wish)
{
    struct build b;
    int code = open_build(&b, wish);
    GPtrArray *found = code == CLI_OK ? candidates(&b, NULL) : g_ptr_array_new();
    for (guint i = 0; i < found->len; i++) {
        char *shown = cli_printable(name_of(&b, found->pdata[i]));
        printf("%s\n", shown);
        g_free(shown);
    }
    if (code == CLI_OK && found->len == 0) {
        choose_step(&b);
        code = CLI_TROUBLE;
    }
    g_ptr_array_unref(found);
    close_build(&b);
    return code == CLI_OK ? cli_finish(CLI_OK) : code;
}
