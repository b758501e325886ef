/* Reads a profile: recognises its format, and builds it by the reader of that format. */
#include "base/error.h"
#include "base/versioned_options.h"
#include "profile/common/profile_readers.h"
#include "profile/read/directory.h"

#include <string.h>
#include <sys/stat.h>

/* Formats that are recognised reliably come first; folded stacks could be anything. */
static const struct profile_reader *const readers[] = {
    &reader_cubex,  &reader_gprof, &reader_tau,    &reader_callgrind,
    &reader_chrome, &reader_perf,  &reader_folded, NULL,
};

/* Formats that cannot be read, but converted. */
static const struct {
    const char *begins;
    const char *message;
} others[] = {
    {"PERFILE2", "this is perf's own file: read the output of perf script --no-demangle"},
    {"Ftrace!",
     "this is uftrace's own file: make a trace of its directory with uftrace dump --chrome "
     "--no-event --demangle=no"},
    {"HPCTOOLKIT", "this is HPCToolkit's own file: make folded stacks of it"},
};

static void fail_unknown_format(struct source *s, const char *head, size_t length)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        size_t begins = strlen(others[i].begins);
        if (length >= begins && memcmp(head, others[i].begins, begins) == 0) {
            source_fail(s, CG_E_FORMAT, "%s", others[i].message);
        }
    }
    source_fail(s, CG_E_FORMAT,
                length ? "unknown profile format (supported: cubex, callgrind, perf script, folded "
                         "stacks, Chrome trace, TAU, gprof)"
                       : "the file is empty");
}

static const struct profile_reader *choose_reader(struct source *s)
{
    size_t length;
    const char *head = source_peek(s, READER_HEAD, &length);
    for (size_t i = 0; readers[i] && !s->status; i++) {
        if (readers[i]->recognise(head, length)) {
            return readers[i];
        }
    }
    fail_unknown_format(s, head, length);
    return NULL;
}

/* Add the file and line to an error of the builder. */
static void place(struct cg_error *error, const struct source *s)
{
    if (error && !error->file[0]) {
        struct cg_error bare = *error;
        cg_fail_at(error, bare.status, s->name, s->line, 0, "%s", bare.text);
    }
}

static int read_profile(struct cg_profile **out, struct source *s,
                        const struct cg_profile_options *options, struct cg_error *error)
{
    const struct profile_reader *reader = choose_reader(s);
    struct builder b;
    if (!reader) {
        return s->status;
    }
    int status = builder_init(&b, reader->format, error);
    if (!status && !reader->read(&b, s)) {
        status = s->status ? s->status : b.status;
    }
    if (!status) {
        status = builder_finish(&b, out, options);
    }
    if (status) {
        place(error, s);
    }
    builder_free(&b);
    return status;
}

static int read_directory(struct cg_profile **out, const char *path,
                          const struct cg_profile_options *options, struct cg_error *error)
{
    struct builder b;
    int status = builder_init(&b, reader_tau.format, error);
    status = status ? status : profile_read_directory(&b, path, options, error);
    status = status ? status : builder_finish(&b, out, options);
    builder_free(&b);
    return status;
}

static bool is_directory(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

int cg_profile_read_file(struct cg_profile **out, const char *path,
                         const struct cg_profile_options *options, struct cg_error *error)
{
    struct source s;
    struct cg_profile_options own = CG_PROFILE_OPTIONS_INIT;
    int status = OPTIONS_TAKE(&own, options, cg_profile_options, error);
    if (status) {
        return status;
    }
    if (is_directory(path)) {
        return read_directory(out, path, &own, error);
    }
    status = source_open(&s, path, &own, error);
    if (!status) {
        status = read_profile(out, &s, &own, error);
    }
    source_close(&s);
    return status;
}

int cg_profile_read_memory(struct cg_profile **out, const void *data, size_t length,
                           const char *name, const struct cg_profile_options *options,
                           struct cg_error *error)
{
    struct source s;
    struct cg_profile_options own = CG_PROFILE_OPTIONS_INIT;
    int status = OPTIONS_TAKE(&own, options, cg_profile_options, error);
    if (status) {
        return status;
    }
    status = source_open_memory(&s, data, length, name, &own, error);
    if (!status) {
        status = read_profile(out, &s, &own, error);
    }
    source_close(&s);
    return status;
}

size_t cg_profile_format_count(void)
{
    size_t count = 0;
    while (count < sizeof readers / sizeof *readers && readers[count]) {
        count++;
    }
    return count;
}

const char *cg_profile_format_at(size_t i)
{
    return i < cg_profile_format_count() ? readers[i]->format : NULL;
}
