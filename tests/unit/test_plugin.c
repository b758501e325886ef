/* Plug-ins: loading, errors, and that a refused plug-in leaves nothing behind. */
#include "support.h"

#include <libcg/kinds.h>
#include <libcg/merge.h>
#include <libcg/plugin.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/** The kinds of the library, and plug-ins to come. */
struct loading {
    struct cg_registry *registry;
    struct cg_plugins *plugins;
    size_t kinds; /**< at first */
};

static struct loading begin(void)
{
    struct loading l;
    ck_assert(!cg_registry_new(&l.registry, NULL));
    ck_assert(!cg_registry_add_builtin(l.registry, NULL));
    ck_assert(!cg_plugins_new(&l.plugins, NULL));
    l.kinds = cg_registry_count(l.registry);
    return l;
}

static void end(struct loading *l)
{
    cg_registry_free(l->registry);
    cg_plugins_free(l->plugins);
}

static int load(struct loading *l, const char *name, struct cg_error *error)
{
    char path[512];
    snprintf(path, sizeof path, PLUGINS "/%s.so", name);
    return cg_plugins_load(l->plugins, l->registry, path, error);
}

static void must_load(struct loading *l, const char *name)
{
    struct cg_error error = {0};
    ck_assert_msg(!load(l, name, &error), "%s", error.text);
}

START_TEST(kinds_are_registered)
{
    struct loading l = begin();
    must_load(&l, "right");
    must_load(&l, "other");
    must_load(&l, "no-collectors");
    ck_assert_uint_eq(cg_registry_count(l.registry), l.kinds + 6);
    ck_assert_str_eq(cg_registry_find(l.registry, "plugged")->collector, "looking");
    ck_assert_str_eq(cg_registry_strategy(l.registry, "plugged")->name, "custom");
    ck_assert_str_eq(cg_registry_strategy(l.registry, "otherFirst")->name, "union");
    ck_assert_str_eq(cg_plugins_at(l.plugins, 0)->name, "right");
    ck_assert_str_eq(cg_plugins_at(l.plugins, 1)->name, "other");
    ck_assert_ptr_nonnull(cg_plugins_at(l.plugins, 2));
    ck_assert_uint_eq(cg_plugins_count(l.plugins), 3);
    ck_assert_ptr_null(cg_plugins_at(l.plugins, 3));
    end(&l);
}
END_TEST

START_TEST(values_meet_as_the_plugin_says)
{
    struct loading l = begin();
    must_load(&l, "right");
    struct cg_merge_options options = CG_MERGE_OPTIONS_INIT;
    options.registry = l.registry;
    static const char *const words[] = {"\"b\"", "\"aaa\""};
    for (int i = 0; i < 2; i++) {
        struct cg_graph *whole = new_graph();
        for (int k = 0; k < 2; k++) {
            struct cg_graph *part = new_graph();
            add_node(part, "f", NULL, true, CG_LINKAGE_EXTERNAL);
            set(part, CG_ON_NODE, 0, "plugged", words[i ^ k]);
            ck_assert(!cg_graph_merge(whole, part, &options, NULL));
            cg_graph_free(part);
        }
        ck_assert_str_eq(text_at(whole, CG_ON_NODE, 0, "plugged"), "\"b\"");
        cg_graph_free(whole);
    }
    end(&l);
}
END_TEST

static const struct {
    const char *name;
    enum cg_status status;
    const char *text;
} wrong[] = {
    {"hidden", CG_E_FORMAT,
     "not a plug-in: it has no symbol \"cg_plugin\" (is it declared CG_PLUGIN_EXPORT, in C++ "
     "extern "
     "\"C\"?)"},
    {"newer", CG_E_FORMAT,
     "the plug-in has ABI version 7, newer than this libcg supports (1 to 1): use a newer "
     "libcg, or build it with the headers of this one"},
    {"older", CG_E_FORMAT,
     "the plug-in has ABI version 0, older than this libcg supports (1 to 1): build it with "
     "the headers of this libcg"},
    {"nameless", CG_E_FORMAT, "the plug-in lacks its name or its version"},
    {"kinds-missing", CG_E_FORMAT, "the plug-in has no kinds"},
    {"kinds-none", CG_E_FORMAT, "the plug-in has no kinds"},
    {"kind-newer", CG_E_FORMAT,
     "kind 2 of the plug-in: a metadata kind has ABI version 9: this libcg supports 3 to 3"},
    {"key-missing", CG_E_FORMAT, "kind 2 of the plug-in: a metadata kind lacks its key"},
    {"key-built-in", CG_E_CONFLICT, "metadata kind \"numStatements\" is taken: it is built in"},
    {"key-twice", CG_E_FORMAT, "the plug-in has metadata kind \"pluggedFirst\" twice"},
    {"description-missing", CG_E_FORMAT,
     "kind 2 of the plug-in: metadata kind \"plugged\" lacks its description"},
    {"strategy-missing", CG_E_FORMAT,
     "kind 2 of the plug-in: metadata kind \"plugged\" lacks its strategy"},
    {"strategy-unknown", CG_E_FORMAT,
     "kind 2 of the plug-in: metadata kind \"plugged\" has no strategy \"best\": choose one of "
     "and, "
     "definition, equal, first, greatest, last, max, min, or, sum, union, custom, metacg"},
    {"collector-missing", CG_E_FORMAT,
     "metadata kind \"plugged\" is collected by \"nobody\", which the plug-in does not have"},
    {"collector-twice", CG_E_FORMAT,
     "metadata kind \"plugged\" is collected by \"looking\", of which the plug-in has several"},
    {"collector-idle", CG_E_FORMAT, "collector \"other\" collects no kind of the plug-in"},
    {"collector-of-edges", CG_E_FORMAT,
     "metadata kind \"plugged\" is collected by \"looking\", but does not belong on nodes"},
    {"structural", CG_E_FORMAT,
     "metadata kind \"plugged\" must not be structural: the graph does not hold it"},
    {"eager", CG_E_IO,
     "cannot load: undefined symbol: clang_getNullCursor (only cgcollect has libclang: link the "
     "plug-in with -Wl,-z,lazy, and take no addresses of its functions)"},
    {"missing", CG_E_IO, "cannot open: No such file or directory"},
};

static void refuses_plugin(const char *name, enum cg_status status, const char *text)
{
    struct loading l = begin();
    struct cg_error error = {0};
    ck_assert_int_eq(load(&l, name, &error), status);
    ck_assert_int_eq(error.status, status);
    ck_assert_str_eq(error.text, text);
    char file[512];
    snprintf(file, sizeof file, PLUGINS "/%s.so", name);
    ck_assert_str_eq(error.file, file);
    ck_assert_uint_eq(cg_registry_count(l.registry), l.kinds);
    ck_assert_ptr_null(cg_registry_find(l.registry, "pluggedFirst"));
    ck_assert_ptr_null(cg_registry_find(l.registry, "plugged"));
    ck_assert_ptr_null(cg_plugins_at(l.plugins, 0));
    ck_assert_int_eq(load(&l, name, NULL), status);
    must_load(&l, "right");
    ck_assert_uint_eq(cg_registry_count(l.registry), l.kinds + 2);
    end(&l);
}

START_TEST(what_is_wrong_is_refused_whole)
{
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        refuses_plugin(wrong[i].name, wrong[i].status, wrong[i].text);
    }
}
END_TEST

static int put_spaced(struct cg_text *out, const struct cg_value *value, struct cg_error *error)
{
    (void)error;
    int status = cg_text_append(out, " \n\t", 3);
    status = status ? status : cg_text_append(out, value->text, value->length);
    return status ? status : cg_text_append(out, "\r\n ", 3);
}

static int merge_spaced(struct cg_text *out, const struct cg_merge_input *m, struct cg_error *error)
{
    return put_spaced(out, m->a.length > m->b.length ? &m->a : &m->b, error);
}

#define KIND(on, how, text)                                                                        \
    .abi = CG_METADATA_ABI, .places = on, .strategy = how, .description = text

START_TEST(what_a_plugin_writes_is_trimmed)
{
    static const struct cg_metadata_kind spaced = {KIND(CG_ON_NODE, "custom", "m"), .key = "merged",
                                                   .merge = merge_spaced};
    struct loading l = begin();
    struct cg_merge_options options = CG_MERGE_OPTIONS_INIT;
    options.registry = l.registry;
    struct cg_graph *whole = new_graph();
    ck_assert(!cg_registry_add(l.registry, &spaced, NULL));
    for (int i = 0; i < 2; i++) {
        struct cg_graph *part = new_graph();
        add_node(part, "f", NULL, true, CG_LINKAGE_EXTERNAL);
        set(part, CG_ON_NODE, 0, "merged", i ? "\"b\"" : "\"aaa\"");
        ck_assert(!cg_graph_merge(whole, part, &options, NULL));
        cg_graph_free(part);
    }
    ck_assert_str_eq(text_at(whole, CG_ON_NODE, 0, "merged"), "\"aaa\"");
    cg_graph_free(whole);
    end(&l);
}
END_TEST

START_TEST(kinds_that_make_no_sense_are_refused)
{
    static const struct {
        struct cg_metadata_kind kind;
        const char *text;
    } refused[] = {
        {{KIND(0, "max", "d"), .key = "k"}, "metadata kind \"k\" belongs on nothing"},
        {{KIND(10, "max", "d"), .key = "k"}, "metadata kind \"k\" belongs on an unknown place"},
        {{KIND(CG_ON_NODE, "max", "d"), .key = ""}, "a metadata kind lacks its key"},
        {{KIND(CG_ON_NODE, "max", "d"), .key = "a\xff"},
         "the key \"a?\" of a metadata kind is not UTF-8"},
        {{KIND(CG_ON_NODE, "max", "d"), .key = "a\nb"},
         "the key \"a?b\" of a metadata kind has control characters"},
        {{KIND(CG_ON_NODE, "max", "d"), .key = "a,b"},
         "the key \"a,b\" of a metadata kind has a comma"},
        {{KIND(CG_ON_NODE, "max", "d"), .key = "a=b"},
         "the key \"a=b\" of a metadata kind has a comma or an equals"},
        {{KIND(CG_ON_NODE, "max", "d"), .key = "-a"},
         "the key \"-a\" of a metadata kind begins with '-'"},
        {{KIND(CG_ON_NODE, "max", "d"), .key = "all"},
         "the key \"all\" of a metadata kind is reserved on"},
        {{KIND(CG_ON_NODE, "max", "d"), .key = "none"},
         "the key \"none\" of a metadata kind is reserved on"},
        {{KIND(CG_ON_NODE, "max", "d"), .key = "edgeMetadata"},
         "the key \"edgeMetadata\" of a metadata kind is reserved"},
        {{KIND(CG_ON_NODE, "max", "a\nb"), .key = "k"},
         "the description of metadata kind \"k\" has several lines"},
        {{KIND(CG_ON_NODE, "best", "d"), .key = "k"},
         "metadata kind \"k\" has no strategy \"best\": choose one of and, definition,"},
        {{KIND(CG_ON_NODE, "custom", "d"), .key = "k"}, "\"k\" has no strategy \"custom\": choose"},
    };
    struct loading l = begin();
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct cg_error error = {0};
        ck_assert_int_eq(cg_registry_add(l.registry, &refused[i].kind, &error), CG_E_ARGUMENT);
        ck_assert_msg(strstr(error.text, refused[i].text) != NULL, "%zu: %s", i, error.text);
        ck_assert_int_eq(cg_registry_add(l.registry, &refused[i].kind, NULL), CG_E_ARGUMENT);
        ck_assert_uint_eq(cg_registry_count(l.registry), l.kinds);
    }
    end(&l);
}
END_TEST

START_TEST(a_key_belongs_to_one_plugin)
{
    struct loading l = begin();
    struct cg_error error;
    must_load(&l, "other");
    must_load(&l, "right");
    ck_assert_int_eq(load(&l, "key-taken", &error), CG_E_CONFLICT);
    ck_assert_str_eq(error.text, "metadata kind \"plugged\" is taken by plug-in \"right\" (" PLUGINS
                                 "/right.so)");
    ck_assert_ptr_null(cg_registry_find(l.registry, "lateFirst"));
    ck_assert_str_eq(cg_registry_find(l.registry, "plugged")->key, "plugged");
    ck_assert_ptr_null(cg_plugins_at(l.plugins, 2));
    end(&l);
}
END_TEST

START_TEST(a_plugin_is_loaded_once)
{
    struct loading l = begin();
    struct cg_error error;
    must_load(&l, "right");
    ck_assert_int_eq(load(&l, "right", &error), CG_E_CONFLICT);
    ck_assert_str_eq(error.text, "the plug-in is loaded already, as " PLUGINS "/right.so");
    ck_assert_int_eq(load(&l, "../plugins/right", &error), CG_E_CONFLICT);
    ck_assert_uint_eq(cg_registry_count(l.registry), l.kinds + 2);
    ck_assert_str_eq(cg_registry_find(l.registry, "plugged")->key, "plugged");
    end(&l);
}
END_TEST

static int load_file(const char *path, struct cg_error *error)
{
    struct loading l = begin();
    int status = cg_plugins_load(l.plugins, l.registry, path, error);
    ck_assert_uint_eq(cg_registry_count(l.registry), l.kinds);
    end(&l);
    return status;
}

static void refuses_file(const char *path, const char *text)
{
    struct cg_error error;
    ck_assert_int_eq(load_file(path, &error), CG_E_IO);
    ck_assert_str_eq(error.file, path);
    ck_assert_str_eq(error.text, text);
}

START_TEST(other_files_are_refused)
{
    char directory[] = "/tmp/test_plugin.XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(directory));
    ck_assert(!chdir(directory));
    static const char *const none = "is not a shared object";
    FILE *file = fopen("text.so", "w");
    fputs("int x;\n", file);
    fclose(file);
    file = fopen("short.so", "w");
    fputs("\x7f"
          "ELF",
          file);
    fclose(file);
    file = fopen("empty.so", "w");
    fclose(file);
    ck_assert(!mkfifo("pipe.so", 0600));
    refuses_file("text.so", none);
    refuses_file("empty.so", none);
    refuses_file("short.so", "cannot load: file too short");
    refuses_file("pipe.so", none);
    refuses_file(directory, none);
    refuses_file("nowhere/x.so", "cannot open: No such file or directory");
    if (geteuid() != 0) {
        ck_assert(!chmod("text.so", 0));
        refuses_file("text.so", "cannot open: Permission denied");
    }
    unlink("text.so");
    unlink("short.so");
    unlink("empty.so");
    unlink("pipe.so");
    ck_assert(!chdir("/"));
    ck_assert(!rmdir(directory));
}
END_TEST

START_TEST(a_name_without_slash_is_of_this_directory)
{
    struct loading l = begin();
    struct cg_error error = {0};
    ck_assert(!chdir(PLUGINS));
    ck_assert_msg(!cg_plugins_load(l.plugins, l.registry, "right.so", &error), "%s", error.text);
    ck_assert_ptr_nonnull(cg_registry_find(l.registry, "plugged"));
    end(&l);
}
END_TEST

START_TEST(nothing_is_freed)
{
    cg_plugins_free(NULL);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        kinds_are_registered,
        what_is_wrong_is_refused_whole,
        what_a_plugin_writes_is_trimmed,
        kinds_that_make_no_sense_are_refused,
        values_meet_as_the_plugin_says,
        a_key_belongs_to_one_plugin,
        a_plugin_is_loaded_once,
        other_files_are_refused,
        a_name_without_slash_is_of_this_directory,
        nothing_is_freed,
        NULL,
    };
    return run_tests("plugin", tests, 60);
}
