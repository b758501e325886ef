/* Reading diffs: random ones against how they were made, and all forms. */
#include "support.h"

#include <verbs/impact/diff_lines.h>

#include <string.h>

enum { CASES = 3000, MOST = 60 };

static GArray *read_text(const char *text)
{
    struct diff_error error = {0};
    GArray *files = diff_lines_read(text, strlen(text), &error);
    ck_assert_msg(files != NULL, "%lu: %s in\n%s", error.line, error.text, text);
    return files;
}

static const struct file_change *file_at(const GArray *files, guint i)
{
    ck_assert_uint_lt(i, files->len);
    return &g_array_index(files, struct file_change, i);
}

static const struct line_change *change_at(const struct file_change *file, guint i)
{
    ck_assert_uint_lt(i, file->changes->len);
    return &g_array_index(file->changes, struct line_change, i);
}

/* Random changes: a sequence of lines, each kept (' '), taken out ('-') or come ('+'). */

struct script {
    char signs[MOST];
    bool blank[MOST];
    int count;
};

static struct script random_script(struct random *random)
{
    struct script script = {.count = 1 + (int)draw(random, MOST)};
    uint32_t percent = 5 + draw(random, 40);
    for (int i = 0; i < script.count; i++) {
        script.signs[i] = !chance(random, percent) ? ' ' : chance(random, 50) ? '-' : '+';
        script.blank[i] = chance(random, 30);
    }
    return script;
}

static bool near_change(const struct script *script, int i, int context)
{
    for (int k = i - context; k <= i + context; k++) {
        if (k >= 0 && k < script->count && script->signs[k] != ' ') {
            return true;
        }
    }
    return false;
}

static void write_range(GString *out, char sign, int first, int count, bool brief)
{
    g_string_append_printf(out, "%c%d", sign, count ? first : first - 1);
    if (count != 1 || !brief) {
        g_string_append_printf(out, ",%d", count);
    }
}

/* Write the part of a script that begins at `i`. @return where it ends */
static int write_hunk(GString *out, const struct script *script, int i, int context, int old_line,
                      int new_line, const char *newline)
{
    GString *lines = g_string_new(NULL);
    int old_count = 0, new_count = 0;
    for (; i < script->count && near_change(script, i, context); i++) {
        const char *text = script->blank[i] ? (i % 2 ? " \t" : "") : "-- word";
        g_string_append_printf(lines, "%c%s%s", script->signs[i], text, newline);
        old_count += script->signs[i] != '+';
        new_count += script->signs[i] != '-';
    }
    g_string_append(out, "@@ ");
    write_range(out, '-', old_line, old_count, i % 2);
    g_string_append_c(out, ' ');
    write_range(out, '+', new_line, new_count, i % 2);
    g_string_append_printf(out, " @@%s%s%s", i % 3 ? " int f(void)" : "", newline, lines->str);
    g_string_free(lines, TRUE);
    return i;
}

static char *write_script(const struct script *script, int context, const char *newline)
{
    GString *out = g_string_new(NULL);
    int old_line = 1, new_line = 1;
    g_string_append_printf(out, "--- a/x.c%s+++ b/x.c%s", newline, newline);
    for (int i = 0; i < script->count;) {
        int end = i + 1;
        if (near_change(script, i, context)) {
            end = write_hunk(out, script, i, context, old_line, new_line, newline);
        }
        for (; i < end; i++) {
            old_line += script->signs[i] != '+';
            new_line += script->signs[i] != '-';
        }
    }
    return g_string_free(out, FALSE);
}

static bool is_listed(const GArray *lines, int line)
{
    bool found = false;
    for (guint i = 0; i < lines->len; i++) {
        found |= g_array_index(lines, uint32_t, i) == (uint32_t)line;
    }
    return found;
}

/* Go along the script; each run of changed lines is the next change that was read. */
static void check_script(const struct script *script, const struct file_change *file)
{
    int old_line = 1, new_line = 1;
    guint count = 0, old_blank = 0, new_blank = 0;
    for (int i = 0; i < script->count;) {
        if (script->signs[i] == ' ') {
            old_line++, new_line++, i++;
            continue;
        }
        const struct line_change *change = change_at(file, count++);
        uint32_t old_count = 0, new_count = 0;
        bool blank = true;
        ck_assert_uint_eq(change->old_line, (uint32_t)old_line);
        ck_assert_uint_eq(change->new_line, (uint32_t)new_line);
        for (; i < script->count && script->signs[i] != ' '; i++) {
            bool out = script->signs[i] == '-';
            ck_assert_int_eq(out ? is_listed(file->old_blank, old_line)
                                 : is_listed(file->new_blank, new_line),
                             script->blank[i]);
            old_blank += out && script->blank[i];
            new_blank += !out && script->blank[i];
            old_count += out;
            new_count += !out;
            old_line += out;
            new_line += !out;
            blank = blank && script->blank[i];
        }
        ck_assert_uint_eq(change->old_count, old_count);
        ck_assert_uint_eq(change->new_count, new_count);
        ck_assert_int_eq(change->blank, blank);
    }
    ck_assert_uint_eq(file->changes->len, count);
    ck_assert_uint_eq(file->old_blank->len, old_blank);
    ck_assert_uint_eq(file->new_blank->len, new_blank);
}

START_TEST(random_changes_are_read_back)
{
    struct random random = {3};
    for (int i = 0; i < CASES; i++) {
        struct script script = random_script(&random);
        char *text =
            write_script(&script, (int)draw(&random, 4), chance(&random, 20) ? "\r\n" : "\n");
        GArray *files = read_text(text);
        ck_assert_uint_eq(files->len, 1);
        ck_assert_str_eq(file_at(files, 0)->old_path, "x.c");
        check_script(&script, file_at(files, 0));
        g_array_unref(files);
        g_free(text);
    }
}
END_TEST

/* Names */

static const struct {
    const char *text;
    const char *old_path;
    const char *new_path;
    bool binary;
} named[] = {
    {"diff --git a/d/x.c b/d/x.c\n--- a/d/x.c\n+++ b/d/x.c\n@@ -1 +1 @@\n-a\n+b\n", "d/x.c",
     "d/x.c", false},
    {"diff --git d/x.c d/x.c\n--- d/x.c\n+++ d/x.c\n", "d/x.c", "d/x.c", false},
    {"diff --git a/x.c a/x.c\n--- a/x.c\n+++ a/x.c\n", "a/x.c", "a/x.c", false},
    {"diff --git i/x.c w/x.c\n--- i/x.c\n+++ w/x.c\n", "x.c", "x.c", false},
    {"diff --git a/x y.c b/x y.c\n--- a/x y.c\t\n+++ b/x y.c\t\n", "x y.c", "x y.c", false},
    {"diff --git \"a/\\303\\244\\\"\\t\\\\.c\" \"b/\\303\\244\\\"\\t\\\\.c\"\n"
     "--- \"a/\\303\\244\\\"\\t\\\\.c\"\n+++ \"b/\\303\\244\\\"\\t\\\\.c\"\n",
     "\303\244\"\t\\.c", "\303\244\"\t\\.c", false},
    {"diff --git a/x.c b/x.c\nnew file mode 100644\n--- /dev/null\n+++ b/x.c\n", NULL, "x.c",
     false},
    {"diff --git a/x.c b/x.c\ndeleted file mode 100644\n--- a/x.c\n+++ /dev/null\n", "x.c", NULL,
     false},
    {"diff --git b/x.c b/x.c\nnew file mode 100644\n--- /dev/null\n+++ b/x.c\n", NULL, "b/x.c",
     false},
    {"--- /dev/null\n+++ b/x.c\n", NULL, "x.c", false},
    {"diff --git a/x.c b/x.c\nnew file mode 100644\nindex 0000000..e69de29\n", NULL, "x.c", false},
    {"diff --git a/x.c b/y.c\nsimilarity index 90%\nrename from x.c\nrename to y.c\n", "x.c", "y.c",
     false},
    {"diff --git a/x.c b/y.c\nrename from \"x\\n.c\"\nrename to y.c\n", "x\n.c", "y.c", false},
    {"diff --git a/x.o b/x.o\nindex 1..2\nBinary files a/x.o and b/x.o differ\n", "x.o", "x.o",
     true},
    {"diff --git x.o x.o\nindex 1..2\nGIT binary patch\nliteral 1\nIcmZQ%\n", "x.o", "x.o", true},
    {"--- old/x.c\t2020-01-01 00:00:00\n+++ new/x.c\t2020-01-01 00:00:00\n", "old/x.c", "new/x.c",
     false},
    {"Binary files a/x.o and b/x.o differ\n", "a/x.o", "a/x.o", true},
    {"Only in a/d: x.c\n", "a/d/x.c", "a/d/x.c", true},
    {"From 1 Mon\nSubject: x\n\n--- no name\n@@ neither\n---\n x.c | 2 +-\n\n"
     "diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-a\n+b\n-- \n2.30\n",
     "x.c", "x.c", false},
};

START_TEST(names_are_read)
{
    GArray *files = read_text(named[_i].text);
    ck_assert_uint_eq(files->len, 1);
    ck_assert_pstr_eq(file_at(files, 0)->old_path, named[_i].old_path);
    ck_assert_pstr_eq(file_at(files, 0)->new_path, named[_i].new_path);
    ck_assert_int_eq(file_at(files, 0)->binary, named[_i].binary);
    g_array_unref(files);
}
END_TEST

/* Errors */

static const struct {
    const char *text;
    unsigned long line;
    const char *why;
} refused[] = {
    {"hello\n", 0, "not a patch"},
    {"diff --cc x.c\n", 1, "combined"},
    {"--- a/x\n+++ b/x\n@@@ -1 -1 +1 @@@\n", 3, "combined"},
    {"\033[1mdiff --git a/x.c b/x.c\033[m\n", 1, "colours"},
    {"@@ -1 +1 @@\n-a\n+b\n", 1, "no name"},
    {"diff --git a/x b/x\n@@ -1 +1 @@\n-a\n+b\n", 2, "no name"},
    {"--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\n+b\n", 3, "ends before"},
    {"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n-b\n", 5, "not as many"},
    {"--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n-a\n+b\ndiff --git a/y b/y\n", 6, "not as many"},
    {"--- a/x\n+++ b/x\n@@ -1 +99999999999999999999 @@\n-a\n+b\n", 3, "expected"},
    {"--- a/x\n+++ b/x\n@@ -0,1 +1 @@\n-a\n+b\n", 3, "from 1"},
    {"--- a/x\n+++ b/x\n@@ wrong\n", 3, "expected"},
    {"--- \"a/x\n+++ b/x\n", 2, "malformed"},
};

START_TEST(what_is_malformed_is_refused)
{
    struct diff_error error = {0};
    ck_assert_ptr_null(diff_lines_read(refused[_i].text, strlen(refused[_i].text), &error));
    ck_assert_uint_eq(error.line, refused[_i].line);
    ck_assert_msg(strstr(error.text, refused[_i].why) != NULL, "%s", error.text);
}
END_TEST

START_TEST(nothing_is_no_change)
{
    static const char *const texts[] = {"", "\n", " \r\n\t\n"};
    GArray *files = read_text(texts[_i]);
    ck_assert_uint_eq(files->len, 0);
    g_array_unref(files);
}
END_TEST

START_TEST(headings_and_lines_are_kept)
{
    const char *text =
        "--- a/x\n+++ b/x\n@@ -3 +3 @@ int f(\xff)\n-a\n\\ No newline at end of file\n"
        "+b\n\\ No newline at end of file\n";
    GArray *files = read_text(text);
    const struct line_hunk *hunk = &g_array_index(file_at(files, 0)->hunks, struct line_hunk, 0);
    ck_assert_str_eq(hunk->heading, "int f(\357\277\275)");
    ck_assert_int_eq(strncmp(hunk->text, "-a\n\\", 4), 0);
    ck_assert_uint_eq(file_at(files, 0)->changes->len, 1);
    g_array_unref(files);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("diff_lines");
    TCase *tests = tcase_create("diff_lines");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, random_changes_are_read_back);
    tcase_add_loop_test(tests, names_are_read, 0, G_N_ELEMENTS(named));
    tcase_add_loop_test(tests, what_is_malformed_is_refused, 0, G_N_ELEMENTS(refused));
    tcase_add_loop_test(tests, nothing_is_no_change, 0, 3);
    tcase_add_test(tests, headings_and_lines_are_kept);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? 1 : 0;
}
