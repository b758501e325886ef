/* The recorded run of the page by location: what each function cost in each process and thread.
 *
 * A merged profile has only statistics over locations, so the files are read again. Several
 * contexts of a function are added up.
 */
#include "verbs/export/page/page.h"

#include <string.h>

/* Most values in a page: 32 MiB before they are deflated. */
#define MOST_VALUES (1u << 22)

/** Values by metric, function and location. */
struct locations {
    struct page *page;
    GHashTable *frame_of; /**< by identity_of(): its frame in the merged profile, + 1 */
    GPtrArray *metrics;   /**< names, as the page has them */
    GPtrArray *names;     /**< of locations */
    uint32_t frames;      /**< of the merged profile */
    uint32_t count;       /**< of all locations */
    uint32_t first;       /**< location of the file that is read */
    double **exclusive;   /**< by metric; each by frame, then by location */
    double **inclusive;
    bool paths;       /**< whether there are paths, so that inclusive values add up */
    const char *path; /**< the file that is read */
    cg_frame *merged; /**< by frame of the file: its frame in the merged profile, or CG_NONE */
    bool *outermost;  /**< by context of the file */
    uint64_t rows;    /**< of the file */
};

/* All that a frame is: merging unites those that are the same in all of it. Release with g_free. */
static char *identity_of(const struct cg_profile *profile, cg_frame frame)
{
    struct cg_frame_info info;
    cg_profile_frame(profile, frame, &info);
    const char *parts[] = {info.name, info.linkage_name, info.file, info.object, info.group};
    GString *text = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        size_t length = parts[i] ? strlen(parts[i]) : 0;
        g_string_append_printf(text, "%zu:", length);
        g_string_append_len(text, parts[i] ? parts[i] : "", (gssize)length);
    }
    g_string_append_printf(text, "%u:%d", info.line, (int)info.kind);
    return g_string_free(text, FALSE);
}

static void find_frames(struct locations *all, const struct cg_profile *file)
{
    uint32_t count = cg_profile_frame_count(file);
    all->merged = g_new(cg_frame, (gsize)count + 1);
    for (cg_frame i = 0; i < count; i++) {
        char *identity = identity_of(file, i);
        gpointer found = g_hash_table_lookup(all->frame_of, identity);
        all->merged[i] = found ? GPOINTER_TO_UINT(found) - 1 : CG_NONE;
        g_free(identity);
    }
}

static void find_outermost(struct locations *all, const struct cg_profile *file)
{
    uint32_t count = cg_profile_context_count(file);
    struct cg_call_context_info info;
    all->outermost = g_new(bool, (gsize)count + 1);
    for (cg_call_context i = 0; i < count; i++) {
        cg_profile_context(file, i, &info);
        cg_frame own = all->merged[info.frame];
        bool again = false;
        while (info.parent != CG_NO_CONTEXT && !again) {
            cg_profile_context(file, info.parent, &info);
            again = all->merged[info.frame] == own;
        }
        all->outermost[i] = !again;
    }
}

static void add_row(double *values, const struct locations *all, cg_frame frame, double sign,
                    const struct cg_profile_row *row)
{
    for (uint32_t i = 0; frame != CG_NONE && i < row->count && all->first + i < all->count; i++) {
        values[(size_t)frame * all->count + all->first + i] += sign * row->values[i];
    }
}

/* Exclusive values of contexts belong to all functions above. */
static void add_above(double *values, const struct locations *all, const struct cg_profile *file,
                      const struct cg_profile_row *row)
{
    struct cg_call_context_info info;
    for (cg_call_context at = row->context; at != CG_NO_CONTEXT; at = info.parent) {
        cg_profile_context(file, at, &info);
        if (all->outermost[at]) {
            add_row(values, all, all->merged[info.frame], 1, row);
        }
    }
}

/* Inclusive values of contexts have those below in them. */
static void add_inclusive(struct locations *all, guint m, const struct cg_profile *file,
                          const struct cg_profile_row *row)
{
    struct cg_call_context_info info, above;
    cg_profile_context(file, row->context, &info);
    if (!(info.flags & CG_CONTEXT_CALL)) {
        add_row(all->exclusive[m], all, all->merged[info.frame], 1, row);
        if (all->outermost[row->context]) {
            add_row(all->inclusive[m], all, all->merged[info.frame], 1, row);
        }
    }
    if (info.parent != CG_NO_CONTEXT) {
        cg_profile_context(file, info.parent, &above);
        if (!(above.flags & CG_CONTEXT_CALL)) {
            add_row(all->exclusive[m], all, all->merged[above.frame], -1, row);
        }
    }
}

static void add_exclusive(struct locations *all, guint m, const struct cg_profile *file,
                          const struct cg_profile_row *row)
{
    struct cg_call_context_info info;
    cg_profile_context(file, row->context, &info);
    if (!(info.flags & CG_CONTEXT_CALL)) {
        add_row(all->exclusive[m], all, all->merged[info.frame], 1, row);
        add_above(all->inclusive[m], all, file, row);
    }
}

static bool take_row(void *user, const struct cg_profile *file, const struct cg_profile_row *row)
{
    struct locations *all = user;
    const struct cg_metric *metric = cg_profile_metric(file, row->metric);
    guint m;
    if (!all->merged) {
        find_frames(all, file);
        find_outermost(all, file);
    }
    all->rows++;
    if (g_ptr_array_find_with_equal_func(all->metrics, metric->name, g_str_equal, &m)) {
        (metric->kind == CG_METRIC_INCLUSIVE ? add_inclusive : add_exclusive)(all, m, file, row);
    }
    return true;
}

/* "MPI Rank 0, Master thread"; the file where it says nothing, or there are several. */
static void name_locations(struct locations *all, const struct cg_profile *file)
{
    bool several = all->page->x->query->options.profiles[1] != NULL;
    for (uint32_t i = 0; i < cg_profile_location_count(file); i++) {
        struct cg_location location;
        cg_profile_location(file, i, &location);
        GString *name = g_string_new(NULL);
        bool named = location.group || location.name;
        if (!named || several) {
            char *base = g_path_get_basename(all->path);
            g_string_append_printf(name, "%s%s", base, named ? ": " : "");
            g_free(base);
        }
        g_string_append_printf(name, "%s%s%s", location.group ? location.group : "",
                               location.group && location.name ? ", " : "",
                               location.name ? location.name : "");
        g_ptr_array_add(all->names, g_string_free(name, FALSE));
    }
}

/* @return whether the format gives values by location */
static bool read_file(struct locations *all, const char *path)
{
    struct cg_profile_options options = CG_PROFILE_OPTIONS_INIT;
    struct cg_profile *file = NULL;
    all->path = path;
    all->rows = 0;
    options.row = take_row;
    options.user = all;
    bool read = strcmp(path, "-") != 0 && !cg_profile_read_file(&file, path, &options, NULL);
    if (read) {
        name_locations(all, file);
        all->first += cg_profile_location_count(file);
    }
    g_free(all->merged);
    g_free(all->outermost);
    all->merged = NULL;
    all->outermost = NULL;
    cg_profile_free(file);
    return read && all->rows > 0;
}

static void write_values(struct locations *all)
{
    struct page *page = all->page;
    GString *names = g_string_new(NULL);
    for (guint i = 0; i < all->names->len; i++) {
        const char *name = all->names->pdata[i];
        g_string_append_len(names, name, (gssize)strlen(name) + 1);
    }
    page_texts(page, "locationNames", names->str, names->len);
    g_string_free(names, TRUE);
    for (guint m = 0; m < all->metrics->len; m++) {
        char *exclusive = g_strdup_printf("locationExclusive%u", m);
        char *inclusive = g_strdup_printf("locationInclusive%u", m);
        size_t count = (size_t)all->frames * all->count;
        page_reals(page, exclusive, all->exclusive[m], count);
        if (all->paths) {
            page_reals(page, inclusive, all->inclusive[m], count);
        }
        g_free(exclusive);
        g_free(inclusive);
    }
}

static void start_locations(struct locations *all, const struct cg_profile *run)
{
    all->frame_of = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    all->names = g_ptr_array_new_with_free_func(g_free);
    for (cg_frame i = 0; i < all->frames; i++) {
        g_hash_table_insert(all->frame_of, identity_of(run, i), GUINT_TO_POINTER(i + 1));
    }
    all->exclusive = g_new0(double *, all->metrics->len + 1);
    all->inclusive = g_new0(double *, all->metrics->len + 1);
    for (guint m = 0; m < all->metrics->len; m++) {
        all->exclusive[m] = g_new0(double, (size_t)all->frames * all->count + 1);
        all->inclusive[m] = g_new0(double, (size_t)all->frames * all->count + 1);
    }
}

static void clear_locations(struct locations *all)
{
    for (guint m = 0; m < all->metrics->len; m++) {
        g_free(all->exclusive[m]);
        g_free(all->inclusive[m]);
    }
    g_free(all->exclusive);
    g_free(all->inclusive);
    g_ptr_array_unref(all->names);
    g_hash_table_unref(all->frame_of);
}

void page_write_locations(struct page *page, const struct cg_profile *run, GPtrArray *metrics,
                          bool pieces)
{
    struct locations all = {.page = page,
                            .metrics = metrics,
                            .frames = cg_profile_frame_count(run),
                            .count = cg_profile_location_count(run),
                            .paths = !pieces};
    uint64_t values = 2 * (uint64_t)all.frames * all.count * metrics->len;
    if (all.count < 2 || values > MOST_VALUES) {
        return;
    }
    start_locations(&all, run);
    bool known = true;
    for (char **path = page->x->query->options.profiles; *path && known; path++) {
        known = read_file(&all, *path);
    }
    if (known && all.first == all.count) {
        write_values(&all);
    }
    clear_locations(&all);
}
