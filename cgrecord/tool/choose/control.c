/*
 * Makes the file if nobody has, reads it when it changes, and shares what it says with the
 * processes in mapped memory.
 */
#include "choose/control.h"

#include "../../recording/recording.h"
#include "../../recording/selection.h"

#include <cli.h>
#include <files/found_file.h>

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/mman.h>
#include <unistd.h>

#define MOST_BYTES ((gsize)4096) /* of a file with one word */

struct control {
    char *file;
    char *directory;
    char *name;
    bool made;
    struct cgr_control *shared; /* mapped; NULL: could not be made */
};

static bool map(struct control *control, const char *directory)
{
    char *path = g_build_filename(directory, CGR_NAME_CONTROL, NULL);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    void *mapped = MAP_FAILED;
    if (file >= 0 && ftruncate(file, sizeof *control->shared) == 0) {
        mapped = mmap(NULL, sizeof *control->shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    if (mapped == MAP_FAILED) {
        cli_error("%s cannot be made: %s", path, g_strerror(errno));
    } else {
        control->shared = mapped;
    }
    if (file >= 0) {
        close(file);
    }
    g_free(path);
    return control->shared != NULL;
}

static void set_off(struct cgr_control *shared, bool off)
{
    if (shared->off != off) {
        __atomic_store_n(&shared->switched, cgr_ticks(), __ATOMIC_RELAXED);
        __atomic_store_n(&shared->off, off, __ATOMIC_RELEASE);
    }
}

/* @return false: the file cannot be read, or says something else, which is reported */
static bool read_file(const struct control *control)
{
    char *text = NULL;
    if (!found_read_short(&text, NULL, control->file, MOST_BYTES)) {
        cli_error("--control: %s: cannot read: %s", control->file, found_reason(errno));
        return false;
    }
    g_strstrip(text);
    bool off = g_str_equal(text, "off");
    bool known = off || g_str_equal(text, "on") || !*text;
    if (known && *text) { /* an empty file is being written */
        set_off(control->shared, off);
    } else if (!known) {
        cli_error("%s: '%.40s' is neither on nor off", control->file, text);
    }
    g_free(text);
    return known;
}

static bool make_file(struct control *control)
{
    GError *failure = NULL;
    if (g_file_test(control->file, G_FILE_TEST_EXISTS)) {
        return true;
    }
    control->made = g_file_set_contents(control->file, "on\n", -1, &failure);
    if (failure) {
        cli_error("--control: %s", failure->message);
        g_error_free(failure);
    }
    return control->made;
}

struct control *control_new(const char *file, const char *directory)
{
    struct control *control = g_new0(struct control, 1);
    control->file = g_strdup(file);
    control->directory = g_path_get_dirname(file);
    control->name = g_path_get_basename(file);
    if (!map(control, directory) || !make_file(control) || !read_file(control)) {
        control_free(control);
        return NULL;
    }
    return control;
}

void control_free(struct control *control)
{
    if (!control) {
        return;
    }
    if (control->made) {
        g_unlink(control->file);
    }
    if (control->shared) {
        munmap(control->shared, sizeof *control->shared);
    }
    g_free(control->name);
    g_free(control->directory);
    g_free(control->file);
    g_free(control);
}

const char *control_directory(const struct control *control)
{
    return control->directory;
}

bool control_changed(struct control *control, const char *name)
{
    uint32_t before = control->shared->off;
    if (g_str_equal(name, control->name) && g_file_test(control->file, G_FILE_TEST_EXISTS)) {
        read_file(control);
    }
    return control->shared->off != before;
}

bool control_is_off(const struct control *control)
{
    return control && __atomic_load_n(&control->shared->off, __ATOMIC_RELAXED);
}
