/*
 * Reads each input twice if it has locations: first for the united tree, then for its values, which
 * go to a temporary file and from there to the writer row by row.
 */
#include "united_profiles.h"

#include <errno.h>
#include <files/cli_files.h>
#include <string.h>
#include <unistd.h>

struct uniting {
    const struct united_profiles *wanted;
    struct cg_profile *whole;
    GArray *locations; /* uint32_t by input: how many it has */
    bool has_rows;     /* of all inputs */
    FILE *spool;       /* double by metric, context and location; what is not there is 0 */
    int failure;       /* errno of the spool */
    /* while one input is read again */
    cg_call_context *contexts; /* by its contexts; NULL: not made yet */
    uint32_t first;            /* its first location in the whole */
};

const char *cli_profile_format_of(const char *path)
{
    char *base = g_path_get_basename(path);
    const char *format =
        g_str_has_suffix(base, ".cubex")    ? "cubex"
        : g_str_has_suffix(base, ".folded") ? "folded"
        : g_str_has_suffix(base, ".callgrind") || g_str_has_prefix(base, "callgrind.out")
            ? "callgrind"
            : NULL;
    g_free(base);
    return format;
}

static void warn(void *user, const struct cg_error *where)
{
    (void)user;
    cli_report_warning(NULL, where);
}

static int read_profile(struct cg_profile **out, const char *path,
                        const struct cg_profile_options *options, struct cg_error *error)
{
    int status = cg_profile_read_file(out, path, options, error);
    if (status) {
        cli_explain_file(error, path, CLI_WANT_PROFILE);
        if (!error->file[0]) {
            g_strlcpy(error->file, cli_title(path), sizeof error->file);
        }
    }
    return status;
}

/* Whether the values of its locations can be had by reading it again. */
static bool can_give_rows(const struct cg_profile *profile, const char *path)
{
    return !cli_is_read_once(path) && (strcmp(cg_profile_format(profile), "cubex") == 0 ||
                                       cg_profile_location_count(profile) == 1);
}

static int take_input(struct uniting *u, const char *path, struct cg_error *error)
{
    struct cg_profile_options options = CG_PROFILE_OPTIONS_INIT;
    struct cg_profile *profile = NULL;
    options.warn = warn;
    options.binary = u->wanted->binary;
    int status = read_profile(&profile, path, &options, error);
    if (status) {
        return status;
    }
    uint32_t locations = cg_profile_location_count(profile);
    g_array_append_val(u->locations, locations);
    u->has_rows = u->has_rows && can_give_rows(profile, path);
    if (!u->whole) {
        u->whole = profile;
        return CG_OK;
    }
    status = cg_profile_merge(u->whole, profile, error);
    cg_profile_free(profile);
    if (status && !error->file[0]) {
        g_strlcpy(error->file, cli_title(path), sizeof error->file);
    }
    return status;
}

static off_t place_of(const struct uniting *u, uint32_t metric, cg_call_context context)
{
    uint64_t row = (uint64_t)metric * cg_profile_context_count(u->whole) + context;
    return (off_t)(row * cg_profile_location_count(u->whole) * sizeof(double));
}

static bool transfer(struct uniting *u, double *values, size_t count, off_t place, bool write)
{
    char *bytes = (char *)values;
    size_t size = count * sizeof *values;
    size_t done = 0;
    while (done < size) {
        ssize_t got = write
                          ? pwrite(fileno(u->spool), bytes + done, size - done, place + (off_t)done)
                          : pread(fileno(u->spool), bytes + done, size - done, place + (off_t)done);
        if (got == 0 && !write) {
            memset(bytes + done, 0, size - done);
            return true;
        }
        if (got < 0 && errno != EINTR) {
            u->failure = errno;
            return false;
        }
        done += got > 0 ? (size_t)got : 0;
    }
    return true;
}

static bool keep_row(void *user, const struct cg_profile *part, const struct cg_profile_row *row)
{
    struct uniting *u = user;
    uint32_t metric = cg_profile_find_metric(u->whole, cg_profile_metric(part, row->metric)->name);
    if (!u->contexts) {
        struct cg_error error;
        u->contexts = g_new(cg_call_context, cg_profile_context_count(part) + 1);
        if (cg_profile_find_contexts(u->contexts, u->whole, part, &error)) {
            u->failure = ENOMEM;
            return false;
        }
    }
    cg_call_context context = u->contexts[row->context];
    if (metric == UINT32_MAX || context == CG_NO_CONTEXT) {
        return true;
    }
    off_t place = place_of(u, metric, context) + (off_t)(u->first * sizeof(double));
    return transfer(u, (double *)row->values, row->count, place, true);
}

static int spool_input(struct uniting *u, const char *path, struct cg_error *error)
{
    struct cg_profile_options options = CG_PROFILE_OPTIONS_INIT;
    struct cg_profile *profile = NULL;
    options.binary = u->wanted->binary;
    options.row = keep_row;
    options.user = u;
    int status = read_profile(&profile, path, &options, error);
    cg_profile_free(profile);
    g_clear_pointer(&u->contexts, g_free);
    if (u->failure) {
        return cli_fail(error, CG_E_IO, NULL, "temporary file: %s", g_strerror(u->failure));
    }
    return status;
}

static int spool_all(struct uniting *u, struct cg_error *error)
{
    int status = CG_OK;
    u->spool = tmpfile();
    if (!u->spool) {
        return cli_fail(error, CG_E_IO, NULL, "cannot make a temporary file: %s",
                        g_strerror(errno));
    }
    for (guint i = 0; u->wanted->inputs[i] && !status; i++) {
        status = spool_input(u, u->wanted->inputs[i], error);
        u->first += g_array_index(u->locations, uint32_t, i);
    }
    return status;
}

static bool give_row(void *user, const struct cg_profile_row *row, double *values)
{
    struct uniting *u = user;
    return transfer(u, values, row->count, place_of(u, row->metric, row->context), false);
}

static bool write_bytes(void *user, const void *bytes, size_t length)
{
    return fwrite(bytes, 1, length, user) == length;
}

static int choose_format(struct cg_profile_write_options *options, const struct uniting *u,
                         struct cg_error *error)
{
    const char *name = u->wanted->metric;
    options->format =
        u->wanted->format ? u->wanted->format : cli_profile_format_of(u->wanted->output);
    options->metric = name ? cg_profile_find_metric(u->whole, name) : CG_NO_CONTEXT;
    if (!name || options->metric != UINT32_MAX) {
        return CG_OK;
    }
    return cli_fail(error, CG_E_ARGUMENT, NULL, "--metric: no metric '%s'", name);
}

static int write_whole(struct uniting *u, struct cg_error *error)
{
    struct cg_profile_write_options options = CG_PROFILE_WRITE_OPTIONS_INIT;
    struct cli_output output;
    int status = choose_format(&options, u, error);
    bool cubex = !options.format || strcmp(options.format, "cubex") == 0;
    if (!status && u->has_rows && cubex) {
        options.values = give_row;
        options.user = u;
        status = spool_all(u, error);
    }
    status = status ? status : cli_output_open(&output, u->wanted->output, error);
    if (status) {
        return status;
    }
    status = cg_profile_write(u->whole, write_bytes, output.stream, &options, error);
    if (status) {
        cli_output_discard(&output);
        return status;
    }
    return cli_output_finish(&output, error);
}

int cli_write_united(const struct united_profiles *wanted, struct united_counts *counts,
                     struct cg_error *error)
{
    struct uniting u = {.wanted = wanted, .has_rows = true};
    int status = CG_OK;
    u.locations = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (size_t i = 0; wanted->inputs[i] && !status; i++) {
        status = take_input(&u, wanted->inputs[i], error);
    }
    status = status ? status : write_whole(&u, error);
    if (!status && counts) {
        *counts = (struct united_counts){cg_profile_context_count(u.whole),
                                         u.has_rows ? cg_profile_location_count(u.whole) : 1};
    }
    if (u.spool) {
        fclose(u.spool);
    }
    g_array_unref(u.locations);
    cg_profile_free(u.whole);
    return status;
}
