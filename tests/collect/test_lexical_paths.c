/* What paths say without a file system. */
#include "text/lexical_paths.h"

#include <glib.h>
#include <string.h>

#include "support.h"

START_TEST(absolute_paths_lack_dots)
{
    static const char *const cases[][3] = {
        {"/a", "b.c", "/a/b.c"},
        {"/a", "/b.c", "/b.c"},
        {"/a/b", "../c/./d.c", "/a/c/d.c"},
        {"/a", "../../../b.c", "/b.c"},
        {"/a/", "b//c.c", "/a/b/c.c"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        char *path = path_absolute(cases[i][0], cases[i][1]);
        ck_assert_str_eq(path, cases[i][2]);
        g_free(path);
    }
}
END_TEST

START_TEST(what_is_below_a_directory_is_relative)
{
    ck_assert_str_eq(path_below("/a/b", "/a/b/c.c"), "c.c");
    ck_assert_str_eq(path_below("/a/b", "/a/bc.c"), "/a/bc.c");
    ck_assert_str_eq(path_below("/a/b", "/a/b"), "/a/b");
    ck_assert_str_eq(path_below("/", "/a"), "/a");
}
END_TEST

START_TEST(the_common_directory_is_of_whole_names)
{
    static const char *const cases[][3] = {
        {"/a/b", "/a/b", "/a/b"}, {"/a/b", "/a/b/c", "/a/b"}, {"/a/b/c", "/a/b", "/a/b"},
        {"/a/bc", "/a/bd", "/a"}, {"/a/b", "/a/bc", "/a"},    {"/a/bc", "/a/b", "/a"},
        {"/a", "/b", "/"},        {"/", "/a", "/"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        char *root = g_strdup(cases[i][0]);
        path_common(root, cases[i][1]);
        ck_assert_str_eq(root, cases[i][2]);
        g_free(root);
    }
}
END_TEST

START_TEST(what_follows_the_end_of_a_path_does_not_count)
{
    char root[] = "/a/b\0/c", other[] = "/a/b\0/d";
    path_common(root, other);
    ck_assert_str_eq(root, "/a/b");
    ck_assert_int_eq(root[sizeof "/a/b"], '/');
}
END_TEST

START_TEST(suffixes_are_of_whole_names)
{
    ck_assert(path_has_suffix("/a/b.c", "b.c"));
    ck_assert(path_has_suffix("/a/b.c", "a/b.c"));
    ck_assert(path_has_suffix("/a/b.c", "/a/b.c"));
    ck_assert(!path_has_suffix("/a/ab.c", "b.c"));
    ck_assert(!path_has_suffix("b.c", "a/b.c"));
}
END_TEST

START_TEST(libraries_are_installed_in_known_places)
{
    ck_assert(path_is_installed("/usr/include/stdio.h"));
    ck_assert(path_is_installed("/usr/local/lib/a.h"));
    ck_assert(!path_is_installed("/home/usr/include/a.h"));
    ck_assert(!path_is_installed("/usr/src/a.c"));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        absolute_paths_lack_dots,
        what_is_below_a_directory_is_relative,
        the_common_directory_is_of_whole_names,
        what_follows_the_end_of_a_path_does_not_count,
        suffixes_are_of_whole_names,
        libraries_are_installed_in_known_places,
        NULL,
    };
    return run_tests("lexical_paths", tests, 60);
}
