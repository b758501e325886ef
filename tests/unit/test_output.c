/* Files that are replaced whole or not at all: libcg/output.h. */
#include "support.h"

#include <libcg/output.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[64];

static const char *path_of(const char *name)
{
    static char path[2][384];
    static unsigned turn;
    char *out = path[turn++ % 2];
    snprintf(out, sizeof *path, "%s/%s", directory, name);
    return out;
}

static void start(void)
{
    snprintf(directory, sizeof directory, "/tmp/test_output.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(directory));
}

static unsigned count_files(void)
{
    unsigned count = 0;
    DIR *open = opendir(directory);
    ck_assert_ptr_nonnull(open);
    for (const struct dirent *entry; (entry = readdir(open));) {
        count += entry->d_name[0] != '.';
    }
    closedir(open);
    return count;
}

static void end(void)
{
    DIR *open = opendir(directory);
    ck_assert_ptr_nonnull(open);
    for (const struct dirent *entry; (entry = readdir(open));) {
        (void)!unlink(path_of(entry->d_name));
    }
    closedir(open);
    rmdir(directory);
}

static const char *content_of(const char *name)
{
    static char text[64];
    FILE *file = fopen(path_of(name), "r");
    size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    text[length] = '\0';
    if (file) {
        fclose(file);
    }
    return file ? text : NULL;
}

static void put(const struct cg_output *output, const char *text)
{
    ssize_t length = (ssize_t)strlen(text);
    ck_assert(write(cg_output_descriptor(output), text, strlen(text)) == length);
}

/* Write a file. @return the status of finishing */
static int write_file(const char *name, const char *text, const struct cg_output_options *options)
{
    struct cg_output *output;
    ck_assert_int_eq(cg_output_open(&output, path_of(name), options, NULL), CG_OK);
    put(output, text);
    return cg_output_finish(output, NULL);
}

/** What was noted of temporary names. */
static struct {
    unsigned there, gone;
    char last[160];
} noted;

static void note(void *user, const char *name, bool exists)
{
    ck_assert_ptr_eq(user, &noted);
    noted.there += exists;
    noted.gone += !exists;
    if (!exists) {
        ck_assert_str_eq(noted.last, name);
    }
    snprintf(noted.last, sizeof noted.last, "%s", name);
}

static struct cg_output_options noting(bool named)
{
    struct cg_output_options options = CG_OUTPUT_OPTIONS_INIT;
    options.named = named;
    options.note = note;
    options.user = &noted;
    memset(&noted, 0, sizeof noted);
    return options;
}

START_TEST(the_old_file_stays_until_the_new_one_is_complete)
{
    struct cg_output_options options = noting(false);
    struct cg_output *output;
    start();
    mode_t mask = umask(027);
    struct stat info;
    ck_assert_int_eq(write_file("a", "old", NULL), CG_OK);
    umask(mask);
    ck_assert(stat(path_of("a"), &info) == 0 && (info.st_mode & 07777) == 0640);
    ck_assert_int_eq(chmod(path_of("a"), 04600), 0);
    ck_assert_int_eq(cg_output_open(&output, path_of("a"), &options, NULL), CG_OK);
    put(output, "new");
    ck_assert_str_eq(content_of("a"), "old");
    ck_assert_int_eq(cg_output_finish(output, NULL), CG_OK);
    ck_assert_str_eq(content_of("a"), "new");
    ck_assert_uint_eq(count_files(), 1);
    ck_assert(noted.there == 1 && noted.gone == 1);
    ck_assert(stat(path_of("a"), &info) == 0 && (info.st_mode & 07777) == 0600);
    end();
}
END_TEST

START_TEST(what_is_discarded_leaves_nothing)
{
    struct cg_output_options options = noting(true);
    struct cg_output *output;
    start();
    ck_assert_int_eq(write_file("a", "old", NULL), CG_OK);
    for (int named = 0; named < 2; named++) {
        options.named = named;
        ck_assert_int_eq(cg_output_open(&output, path_of("a"), &options, NULL), CG_OK);
        ck_assert(!named || cg_output_name(output));
        put(output, "new");
        cg_output_discard(output);
        ck_assert_str_eq(content_of("a"), "old");
        ck_assert_uint_eq(count_files(), 1);
    }
    ck_assert_uint_eq(noted.there, noted.gone);
    cg_output_discard(NULL);
    end();
}
END_TEST

START_TEST(named_output_can_be_written_by_its_name)
{
    struct cg_output_options options = noting(true);
    struct cg_output *output;
    struct cg_error error;
    start();
    ck_assert_int_eq(cg_output_open(&output, path_of("a"), &options, NULL), CG_OK);
    ck_assert_str_eq(cg_output_name(output), noted.last);
    FILE *file = fopen(cg_output_name(output), "w");
    ck_assert_ptr_nonnull(file);
    fputs("by name", file);
    fclose(file);
    ck_assert_int_eq(cg_output_finish(output, NULL), CG_OK);
    ck_assert_str_eq(content_of("a"), "by name");
    ck_assert_int_eq(cg_output_open(&output, "/dev/null", &options, &error), CG_E_IO);
    ck_assert_str_eq(error.text, "this output must be a regular file");
    ck_assert_int_eq(cg_output_open(&output, "-", &options, &error), CG_E_IO);
    ck_assert_str_eq(error.file, "standard output");
    end();
}
END_TEST

START_TEST(links_are_followed_unless_the_path_is_exact)
{
    struct cg_output_options options = CG_OUTPUT_OPTIONS_INIT;
    struct stat info;
    start();
    ck_assert_int_eq(write_file("a", "old", NULL), CG_OK);
    ck_assert_int_eq(symlink("a", path_of("link")), 0);
    ck_assert_int_eq(write_file("link", "through", NULL), CG_OK);
    ck_assert_str_eq(content_of("a"), "through");
    ck_assert(lstat(path_of("link"), &info) == 0 && S_ISLNK(info.st_mode));
    options.exact = true;
    ck_assert_int_eq(write_file("link", "itself", &options), CG_OK);
    ck_assert_str_eq(content_of("a"), "through");
    ck_assert_str_eq(content_of("link"), "itself");
    ck_assert(lstat(path_of("link"), &info) == 0 && S_ISREG(info.st_mode));
    end();
}
END_TEST

START_TEST(failures_are_told)
{
    struct cg_output_options options = CG_OUTPUT_OPTIONS_INIT;
    struct cg_output *output;
    struct cg_error error;
    start();
    ck_assert_int_eq(cg_output_open(&output, path_of("none/a"), NULL, &error), CG_E_IO);
    ck_assert_ptr_null(output);
    ck_assert_str_eq(error.text, "cannot create: No such file or directory");
    ck_assert_str_eq(error.file, path_of("none/a"));
    ck_assert_int_eq(cg_output_open(&output, directory, NULL, &error), CG_E_IO);
    ck_assert_str_eq(error.text, "cannot open for writing: Is a directory");
    ck_assert_int_eq(cg_output_open(&output, path_of("a"), NULL, NULL), CG_OK);
    ck_assert_int_eq(mkdir(path_of("a"), 0777), 0); /* meanwhile */
    ck_assert_int_eq(cg_output_finish(output, &error), CG_E_IO);
    ck_assert_str_eq(error.text, "cannot replace: Is a directory");
    ck_assert_int_eq(rmdir(path_of("a")), 0);
    ck_assert_uint_eq(count_files(), 0);
    options.version = 99;
    ck_assert_int_eq(cg_output_open(&output, path_of("a"), &options, &error), CG_E_ARGUMENT);
    end();
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {the_old_file_stays_until_the_new_one_is_complete,
                                  what_is_discarded_leaves_nothing,
                                  named_output_can_be_written_by_its_name,
                                  links_are_followed_unless_the_path_is_exact,
                                  failures_are_told,
                                  NULL};
    return run_tests("output", tests, 10);
}
