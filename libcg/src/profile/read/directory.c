/*
 * Lists the files of a TAU profile by metric and thread, warns of those that are missing, and reads
 * them one after the other into one builder.
 */
#include "profile/read/directory.h"

#include "base/compare.h"
#include "base/error.h"
#include "base/memory.h"
#include "profile/tau/tau.h"
#include "strings/text.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

/* A file of a thread. */
struct file {
    char *path;
    uint32_t metric; /* number of its directory */
    struct tau_thread thread;
};

struct directory {
    struct builder *b;
    const struct cg_profile_options *options;
    struct cg_error *error;
    int status;
    struct file *files;
    size_t file_capacity;
    size_t file_count;
    uint32_t directories;
};

static int failed(struct directory *d, const char *path, int number)
{
    d->status = cg_fail_at(d->error, CG_E_IO, path, 0, 0, "%s", strerror(number));
    return d->status;
}

static int no_memory(struct directory *d)
{
    d->status = cg_fail_memory(d->error);
    return d->status;
}

static char *path_in(const char *directory, const char *name)
{
    struct cg_text path = {0};
    cg_text_add(&path, directory);
    cg_text_add(&path, directory[0] && directory[strlen(directory) - 1] == '/' ? "" : "/");
    cg_text_put(&path, name, strlen(name) + 1);
    if (path.failed) {
        cg_text_free(&path);
        return NULL;
    }
    return path.bytes;
}

static int compare_names(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool add_file(struct directory *d, const char *directory, const char *name)
{
    struct file file = {.metric = d->directories};
    if (!tau_file_name(name, &file.thread)) {
        return true;
    }
    file.path = path_in(directory, name);
    if (!file.path || !cg_grow(&d->files, &d->file_capacity, d->file_count + 1, sizeof *d->files)) {
        free(file.path);
        no_memory(d);
        return false;
    }
    d->files[d->file_count++] = file;
    return true;
}

/* Files, and names of directories, by name. */
static int list_directory(struct directory *d, const char *path, struct dirent ***entries)
{
    int count = scandir(path, entries, NULL, compare_names);
    if (count < 0) {
        failed(d, path, errno);
    }
    return count;
}

static void free_entries(struct dirent **entries, int count)
{
    for (int i = 0; i < count; i++) {
        free(entries[i]);
    }
    free(entries);
}

static void collect_metric(struct directory *d, const char *path, const char *name)
{
    struct dirent **entries;
    char *directory = path_in(path, name);
    int count = directory ? list_directory(d, directory, &entries) : (no_memory(d), -1);
    for (int i = 0; i < count && !d->status; i++) {
        add_file(d, directory, entries[i]->d_name);
    }
    if (count >= 0) {
        free_entries(entries, count);
    }
    free(directory);
    d->directories++;
}

static void collect_files(struct directory *d, const char *path)
{
    struct dirent **entries;
    int count = list_directory(d, path, &entries);
    for (int i = 0; i < count && !d->status; i++) {
        add_file(d, path, entries[i]->d_name);
    }
    d->directories++;
    bool is_flat = d->file_count != 0;
    for (int i = 0; i < count && !d->status && !is_flat; i++) {
        if (strncmp(entries[i]->d_name, "MULTI__", 7) == 0) {
            collect_metric(d, path, entries[i]->d_name);
        }
    }
    if (count >= 0) {
        free_entries(entries, count);
    }
}

static bool has(const char *directory, const char *name)
{
    struct stat stat_of_file;
    char *path = path_in(directory, name);
    bool there = path && stat(path, &stat_of_file) == 0;
    free(path);
    return there;
}

/* Suggests what a directory without TAU profiles may be. */
static int fail_without_profiles(struct directory *d, const char *path)
{
    static const struct {
        const char *file;
        const char *advice;
    } others[] = {
        {"profile.cubex", "of Score-P: read profile.cubex in it"},
        {"default.opts", "of uftrace: make a trace of it with uftrace dump --chrome --no-event "
                         "--demangle=no -d DIRECTORY"},
        {"task.txt", "of uftrace: make a trace of it with uftrace dump --chrome --no-event "
                     "--demangle=no -d DIRECTORY"},
        {"experiment.xml",
         "of HPCToolkit: make folded stacks of it with to_flamegraph() of Hatchet"},
        {"meta.db", "of HPCToolkit: make folded stacks of it with to_flamegraph() of Hatchet"},
        {"data", "of perf: make text of it with perf script -i DIRECTORY"},
    };
    const char *advice = "without TAU profiles (profile.N.C.T)";
    for (size_t i = sizeof others / sizeof *others; i-- > 0;) {
        advice = has(path, others[i].file) ? others[i].advice : advice;
    }
    d->status = cg_fail_at(d->error, CG_E_FORMAT, path, 0, 0, "a directory %s", advice);
    return d->status;
}

static int compare_threads(const struct file *a, const struct file *b)
{
    int order = numeric_order(a->thread.node, b->thread.node);
    order = order ? order : numeric_order(a->thread.context, b->thread.context);
    return order ? order : numeric_order(a->thread.thread, b->thread.thread);
}

static int compare_files(const void *a, const void *b)
{
    const struct file *x = a;
    const struct file *y = b;
    int order = compare_threads(x, y);
    order = order ? order : numeric_order(x->metric, y->metric);
    return order ? order : strcmp(x->path, y->path);
}

/* The number of files of a file's thread; they are consecutive. */
static size_t files_of_thread(const struct directory *d, size_t first)
{
    size_t count = 1;
    while (first + count < d->file_count &&
           compare_threads(&d->files[first], &d->files[first + count]) == 0) {
        count++;
    }
    return count;
}

/* Each thread should have a file for each metric. */
static void warn_missing(const struct directory *d, const char *path)
{
    const struct file *example = NULL;
    size_t most = 0;
    size_t count;
    struct cg_error where;
    for (size_t i = 0; i < d->file_count; i += count) {
        count = files_of_thread(d, i);
        most = count > most ? count : most;
    }
    for (size_t i = 0; i < d->file_count && !example; i += count) {
        count = files_of_thread(d, i);
        example = count < most ? &d->files[i] : NULL;
    }
    if (example && d->options && d->options->warn) {
        cg_fail_at(&where, CG_E_FORMAT, path, 0, 0,
                   "not every thread has a file of each of the %zu metrics: some of "
                   "profile.%llu.%llu.%llu "
                   "are missing, and count as 0",
                   most, (unsigned long long)example->thread.node,
                   (unsigned long long)example->thread.context,
                   (unsigned long long)example->thread.thread);
        d->options->warn(d->options->user, &where);
    }
}

/* A pipe that lies there would be waited for. */
static int open_file(struct source *s, const struct directory *d, const char *path)
{
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) {
        *s = (struct source){.fd = -1, .random_fd = -1};
        return cg_fail_at(d->error, CG_E_IO, path, 0, 0, "it is not a regular file");
    }
    return source_open(s, path, d->options, d->error);
}

/* Files of a thread are consecutive; the calls of the first count. */
static bool read_files(struct directory *d)
{
    uint32_t location = BUILDER_NONE;
    for (size_t i = 0; i < d->file_count && !d->status; i++) {
        const struct file *file = &d->files[i];
        bool first = i == 0 || compare_threads(file - 1, file) != 0;
        struct source s;
        if (first) {
            location = tau_location(d->b, &file->thread);
        }
        int status = open_file(&s, d, file->path);
        if (!status && !tau_read(d->b, &s, location, first)) {
            status = s.status ? s.status : d->b->status;
        }
        source_close(&s);
        d->status = status;
    }
    return !d->status;
}

int profile_read_directory(struct builder *b, const char *path,
                           const struct cg_profile_options *options, struct cg_error *error)
{
    struct directory d = {.b = b, .options = options, .error = error};
    collect_files(&d, path);
    if (!d.status && !d.file_count) {
        fail_without_profiles(&d, path);
    }
    if (d.file_count) {
        qsort(d.files, d.file_count, sizeof *d.files, compare_files);
        if (!d.status && read_files(&d)) {
            warn_missing(&d, path);
        }
    }
    for (size_t i = 0; i < d.file_count; i++) {
        free(d.files[i].path);
    }
    free(d.files);
    return d.status;
}
