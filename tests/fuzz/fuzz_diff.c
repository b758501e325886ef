/*
 * A diff is refused with a line, or its parsed form is consistent.
 *
 * Input: output of git diff or diff -u.
 */
#include "fuzz.h"

#include <verbs/impact/diff_lines.h>

#include <string.h>

static void check_blank(const GArray *blank)
{
    for (guint i = 0; i < blank->len; i++) {
        uint32_t line = g_array_index(blank, uint32_t, i);
        FUZZ_CHECK(line > 0);
    }
}

/* Changes lie within their hunks, and those of one hunk do not touch. */
static void check_change(const struct file_change *file, guint i)
{
    const struct line_change *change = &g_array_index(file->changes, struct line_change, i);
    FUZZ_CHECK(change->hunk < file->hunks->len);
    const struct line_hunk *hunk = &g_array_index(file->hunks, struct line_hunk, change->hunk);
    uint32_t old_first = hunk->old_line + (hunk->old_count == 0);
    uint32_t new_first = hunk->new_line + (hunk->new_count == 0);
    FUZZ_CHECK(change->old_count + change->new_count > 0);
    FUZZ_CHECK(change->old_line >= old_first && change->new_line >= new_first);
    FUZZ_CHECK(change->old_line + change->old_count <= old_first + hunk->old_count);
    FUZZ_CHECK(change->new_line + change->new_count <= new_first + hunk->new_count);
    if (i > 0) {
        const struct line_change *before = &g_array_index(file->changes, struct line_change, i - 1);
        FUZZ_CHECK(before->hunk <= change->hunk);
        FUZZ_CHECK(before->hunk < change->hunk ||
                   (before->old_line + before->old_count < change->old_line &&
                    before->new_line + before->new_count < change->new_line));
    }
}

static void check_file(const struct file_change *file, const char *text, size_t size)
{
    for (guint i = 0; i < file->changes->len; i++) {
        check_change(file, i);
    }
    for (guint i = 0; i < file->hunks->len; i++) {
        const struct line_hunk *hunk = &g_array_index(file->hunks, struct line_hunk, i);
        FUZZ_CHECK(hunk->heading && g_utf8_validate(hunk->heading, -1, NULL));
        FUZZ_CHECK(hunk->text >= text && hunk->text + hunk->length <= text + size);
    }
    check_blank(file->old_blank);
    check_blank(file->new_blank);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct diff_error error = {0};
    GArray *files = diff_lines_read((const char *)data, size, &error);
    if (!files) {
        size_t lines = 1;
        for (size_t i = 0; i < size; i++) {
            lines += data[i] == '\n';
        }
        FUZZ_CHECK(error.text && *error.text && error.line <= lines);
        return 0;
    }
    for (guint i = 0; i < files->len; i++) {
        check_file(&g_array_index(files, struct file_change, i), (const char *)data, size);
    }
    g_array_unref(files);
    return 0;
}
