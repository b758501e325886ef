/*
 * Unites the filters and sets of the command line, applies them to the candidates of each file, and
 * counts what was chosen. A filter that changes is read again.
 */
#include "choose/choosing.h"

#include "choose/candidates.h"

#include <files/found_file.h>
#include <jansson.h>
#include <string.h>

struct choosing {
    struct filter_text file; /* of the filter */
    char *filter;            /* a set: what the file has; NULL: everything */
    char *only_below;        /* sets; NULL: none */
    char *not_below;
    bool files; /* where functions are written counts */
};

bool choosing_is_needed(const struct record_settings *settings)
{
    return settings->mode == RECORD_XRAY || settings->filter || settings->only_below ||
           settings->not_below || settings->control;
}

/* Choosing */

/* Which nodes are in a set. @param set NULL: all are `standard` @return to release with g_free */
static int choose_set(bool **out, const struct candidates *c, const char *set, bool standard,
                      struct cg_error *error)
{
    uint32_t count = cg_graph_node_count(c->graph);
    *out = g_new0(bool, count + 1);
    for (cg_node node = 0; node < count; node++) {
        (*out)[node] = standard;
    }
    return set ? cg_select(*out, c->selector, set, error) : CG_OK;
}

/* What the settings say of each node. */
struct chosen {
    bool *recorded;
    bool *begin;
    bool *end;
};

static int choose_all(struct chosen *out, const struct choosing *choosing,
                      const struct candidates *c, struct cg_error *error)
{
    *out = (struct chosen){0};
    int status = choose_set(&out->recorded, c, choosing->filter, true, error);
    status = status ? status : choose_set(&out->begin, c, choosing->only_below, false, error);
    return status ? status : choose_set(&out->end, c, choosing->not_below, false, error);
}

static void chosen_clear(struct chosen *chosen)
{
    g_free(chosen->recorded);
    g_free(chosen->begin);
    g_free(chosen->end);
}

static uint32_t choice_of(const struct chosen *chosen, cg_node node)
{
    uint32_t choice = (chosen->begin[node] ? CGR_BEGINS : 0u) | (chosen->end[node] ? CGR_ENDS : 0u);
    return chosen->recorded[node] || choice ? choice : CGR_LEAVE_OUT;
}

static void sum_up(struct choosing_summary *summary, uint32_t choice)
{
    summary->functions++;
    summary->recorded += !(choice & CGR_LEAVE_OUT);
    summary->begin += (choice & CGR_BEGINS) != 0;
    summary->end += (choice & CGR_ENDS) != 0;
}

static GByteArray *write_choices(const struct candidates *c, const struct chosen *chosen,
                                 struct choosing_summary *summary)
{
    guint count = c->functions.all->len, written = 0;
    GByteArray *out = g_byte_array_new();
    struct cgr_selection head = {.others = choice_of(chosen, c->nodes[count])};
    memcpy(head.magic, CGR_SELECTION_MAGIC, sizeof head.magic);
    memcpy(head.xray, c->functions.xray, sizeof head.xray);
    g_byte_array_append(out, (const guint8 *)&head, sizeof head);
    for (guint i = 0; i < count; i++) {
        const struct function *f = &g_array_index(c->functions.all, struct function, i);
        const struct cgr_choice_of choice = {f->place, choice_of(chosen, c->nodes[i]), 0};
        if (i == 0 || f[-1].place != f->place) {
            g_byte_array_append(out, (const guint8 *)&choice, sizeof choice);
            written++;
            if (c->functions.has_hooks || f->has_sleds) {
                sum_up(summary, choice.choice);
            }
        }
    }
    ((struct cgr_selection *)(void *)out->data)->count = written;
    summary->has_xray = c->functions.xray[CGR_XRAY_SET_HANDLER] != 0;
    return out;
}

static GByteArray *record_all(void)
{
    GByteArray *out = g_byte_array_new();
    struct cgr_selection head = {0};
    memcpy(head.magic, CGR_SELECTION_MAGIC, sizeof head.magic);
    g_byte_array_append(out, (const guint8 *)&head, sizeof head);
    return out;
}

GByteArray *choosing_make(struct choosing *choosing, const char *path,
                          struct choosing_summary *summary)
{
    struct candidates candidates;
    struct chosen chosen = {0};
    struct cg_error error;
    GByteArray *out;
    *summary = (struct choosing_summary){0};
    int status = candidates_make(&candidates, path, choosing->files, &choosing->file, &error);
    status = status ? status : choose_all(&chosen, choosing, &candidates, &error);
    if (status) {
        cli_warning("%s: %s; all its functions are recorded", path, error.text);
        out = record_all();
    } else {
        out = write_choices(&candidates, &chosen, summary);
    }
    chosen_clear(&chosen);
    candidates_clear(&candidates);
    return out;
}

/* Settings */

/* Whether what a text chooses may depend on the files of functions. */
static bool speaks_of_files(const char *text)
{
    static const char *const words[] = {"file", "FILE", "dir(", "src:", "source:"};
    bool found = false;
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        found = found || strstr(text, words[i]);
    }
    for (const char *at = strchr(text, ':'); at && !found; at = strchr(at + 1, ':')) {
        found = at > text && at[-1] != ':' && at[1] != ':';
    }
    return found;
}

/* "(A) | (B)" */
static char *unite(char *const *sets)
{
    GString *text = sets ? g_string_new("") : NULL;
    for (size_t i = 0; sets && sets[i]; i++) {
        g_string_append_printf(text, "%s(%s)", i ? " | " : "", sets[i]);
    }
    return text ? g_string_free(text, FALSE) : NULL;
}

static void append_quoted(GString *text, const char *word)
{
    g_string_append_c(text, '"');
    for (; *word; word++) {
        g_string_append_printf(text, "%s%c", strchr("\"\\", *word) ? "\\" : "", *word);
    }
    g_string_append_c(text, '"');
}

/* What cgquery instrument wrote with --for json, as a set; NULL: it is something else. */
static char *set_of_json(const char *filter)
{
    json_t *whole = json_loads(filter, 0, NULL);
    const json_t *functions = json_object_get(whole, "functions"), *entry;
    GString *text = json_is_array(functions) ? g_string_new("") : NULL;
    size_t i;
    json_array_foreach(functions, i, entry)
    {
        const json_t *function = json_object_get(entry, "function");
        const char *name = json_string_value(json_object_get(function, "name"));
        const char *file = json_string_value(json_object_get(function, "file"));
        char *word = file ? g_strconcat(file, ":", name, NULL) : g_strdup(name);
        g_string_append(text, i ? " | " : "");
        append_quoted(text, word ? word : "");
        g_free(word);
    }
    json_decref(whole);
    if (text && !text->len) {
        g_string_append(text, "!*"); /* nothing */
    }
    return text ? g_string_free(text, FALSE) : NULL;
}

/* @"FILE" */
static char *set_of_file(const struct filter_text *file)
{
    char *json = file->text ? set_of_json(file->text) : NULL;
    GString *text = g_string_new("@");
    append_quoted(text, file->file);
    char *set = g_string_free(text, json != NULL);
    return json ? json : set;
}

/* Each set by itself, so that a message shows it as it was given. */
static bool check_set(const char *option, const char *set, const struct filter_text *file)
{
    struct candidates none;
    struct cg_error error;
    bool *found = NULL;
    int status = candidates_make(&none, NULL, false, file, &error);
    status = status ? status : choose_set(&found, &none, set, false, &error);
    if (status && error.file[0]) {
        cli_report(&error);
    } else if (status) {
        cli_error("%s '%s', column %lu: %s", option, set, error.column, error.text);
    }
    g_free(found);
    candidates_clear(&none);
    return !status;
}

static bool check_all(const char *option, char *const *sets)
{
    bool good = true;
    for (size_t i = 0; sets && sets[i] && good; i++) {
        good = check_set(option, sets[i], NULL);
    }
    return good;
}

/* A file that cannot be read, or is no text, is read again by the set, which reports the error. */
static struct filter_text read_text(const char *path)
{
    struct filter_text out = {.file = g_strdup(path)};
    gsize length;
    if (path && named_read(&out.text, &length, path, FOUND_MOST) && strlen(out.text) != length) {
        g_clear_pointer(&out.text, g_free);
    }
    return out;
}

static void text_clear(struct filter_text *file)
{
    g_free(file->file);
    g_free(file->text);
}

static bool read_filter(struct choosing *choosing, const char *path)
{
    struct filter_text file = read_text(path);
    char *filter = path ? set_of_file(&file) : NULL;
    if (filter && !check_set("--filter", filter, &file)) {
        g_free(filter);
        text_clear(&file);
        return false;
    }
    g_free(choosing->filter);
    text_clear(&choosing->file);
    choosing->filter = filter;
    choosing->file = file;
    choosing->files = choosing->files || (file.text && speaks_of_files(file.text));
    return true;
}

bool choosing_new(struct choosing **out, const struct record_settings *settings)
{
    struct choosing *choosing = g_new0(struct choosing, 1);
    bool good = read_filter(choosing, settings->filter) &&
                check_all("--only-below", settings->only_below) &&
                check_all("--not-below", settings->not_below);
    if (!good) {
        choosing_free(choosing);
        return false;
    }
    choosing->only_below = unite(settings->only_below);
    choosing->not_below = unite(settings->not_below);
    choosing->files = choosing->files ||
                      (choosing->only_below && speaks_of_files(choosing->only_below)) ||
                      (choosing->not_below && speaks_of_files(choosing->not_below));
    *out = choosing;
    return true;
}

bool choosing_read_again(struct choosing *choosing)
{
    char *path = g_strdup(choosing->file.file);
    bool read = read_filter(choosing, path);
    g_free(path);
    return read;
}

void choosing_free(struct choosing *choosing)
{
    if (choosing) {
        text_clear(&choosing->file);
        g_free(choosing->filter);
        g_free(choosing->only_below);
        g_free(choosing->not_below);
        g_free(choosing);
    }
}
