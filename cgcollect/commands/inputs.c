/*
 * Reads a compiler's command line for its sources and the paths of their objects. The wrapper and
 * the search for `.su` files use it.
 */
#include "commands/inputs.h"

#include <string.h>

#include "text/identifiers.h"
#include "text/lexical_paths.h"

/** Options with which the compiler makes no object. */
static const char *const no_compiling[] = {
    "-###",
    "--analyze",
    "--dependencies",
    "--precompile",
    "--preprocess",
    "--target-help",
    "--user-dependencies",
    "--version",
    "-E",
    "-M",
    "-MM",
    "-cc1",
    "-cc1as",
    "-dumpfullversion",
    "-dumpmachine",
    "-dumpspecs",
    "-dumpversion",
    "-emit-ast",
    "-extract-api",
    "-fsyntax-only",
    "-module-file-info",
    "-verify-pch",
    NULL,
};

/** Prefixes of such options. */
static const char *const no_compiling_prefixes[] = {"--help", "--print-", "-print-", NULL};

/** The role of an input. */
enum role {
    COLLECTED, /**< compiled, from C, C++ or assembler */
    OTHER,     /**< compiled, from a language that is not collected */
    LINKED,    /**< for the linker, or unknown */
};

struct source {
    const char *name;
    enum role role;
};

/** A command line being read. */
struct reading {
    const char *directory;
    const char *language; /**< of -x, or NULL: by file name */
    const char *output;   /**< of -o, or NULL */
    bool nothing;         /**< no object is made */
    bool to_object;       /**< -c */
    bool to_assembler;    /**< -S */
    bool to_llvm;         /**< -emit-llvm */
    bool only_inputs;     /**< only input files follow */
    GArray *sources;      /**< of struct source */
    GPtrArray *linked;    /**< of const char *: inputs of the linker */
};

/* Inputs */

static const char *base_of(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

static enum role role_by_language(const char *language)
{
    static const char *const collected[] = {"assembler",  "assembler-with-cpp", "c",          "c++",
                                            "cpp-output", "c++-cpp-output",     "c++-module", NULL};
    return g_strv_contains(collected, language) ? COLLECTED : OTHER;
}

/** A precompiled header, which is made of a header, is no part of a program: those that use it have
 *  what is in it. */
static bool makes_header(const struct reading *r, const char *name)
{
    static const char *const suffixes[] = {".h",   ".H",   ".hh",  ".hp",  ".hpp",
                                           ".hxx", ".HPP", ".h++", ".tcc", NULL};
    const char *dot = strrchr(base_of(name), '.');
    return r->language ? g_str_has_suffix(r->language, "-header")
                       : dot && g_strv_contains(suffixes, dot);
}

static enum role role_by_name(const char *name)
{
    static const char *const suffixes[] = {
        ".c",   ".i",   ".ii",  ".cc",  ".cp",  ".cxx", ".cpp",  ".c++",  ".C",    ".CC",
        ".CPP", ".CXX", ".C++", ".ixx", ".ccm", ".cxm", ".cppm", ".cxxm", ".c++m", NULL};
    const char *dot = strrchr(base_of(name), '.');
    if (dot && g_strv_contains(suffixes, dot)) {
        return COLLECTED;
    }
    if (dot && strcmp(dot, ".pcm") == 0) {
        return OTHER; /* a module that clang compiled in two steps */
    }
    return commands_is_assembler(name) ? COLLECTED : LINKED;
}

static void take_input(struct reading *r, const char *name)
{
    if (makes_header(r, name)) {
        return;
    }
    struct source source = {name, LINKED};
    source.role = r->language ? role_by_language(r->language) : role_by_name(name);
    bool assembler = r->language && g_str_has_prefix(r->language, "assembler");
    if (strcmp(name, "-") == 0 && source.role == COLLECTED && !assembler) {
        source.role = OTHER; /* it has been read, and is gone */
    }
    if (source.role != LINKED) {
        g_array_append_val(r->sources, source);
    } else {
        g_ptr_array_add(r->linked, (char *)name);
    }
}

/* Options */

/** @return the value of "-oVALUE", "-o VALUE", "--output VALUE" or "--output=VALUE"; NULL for any
 *  other option. */
static const char *value_of(char **argv, const char *brief, const char *full)
{
    if (strcmp(argv[0], brief) == 0 || strcmp(argv[0], full) == 0) {
        return argv[1];
    }
    if (g_str_has_prefix(argv[0], brief)) {
        return argv[0] + strlen(brief);
    }
    bool joined = g_str_has_prefix(argv[0], full) && argv[0][strlen(full)] == '=';
    return joined ? argv[0] + strlen(full) + 1 : NULL;
}

static void read_product(struct reading *r, const char *option)
{
    static const char *const objects[] = {"-c", "--compile", NULL};
    static const char *const assembler[] = {"-S", "--assemble", NULL};
    if (g_strv_contains(no_compiling, option) || word_begins_like(option, no_compiling_prefixes)) {
        r->nothing = true;
    }
    r->to_object = r->to_object || g_strv_contains(objects, option);
    r->to_assembler = r->to_assembler || g_strv_contains(assembler, option);
    r->to_llvm = r->to_llvm || strcmp(option, "-emit-llvm") == 0;
}

static void read_option(struct reading *r, char **argv)
{
    const char *output = value_of(argv, "-o", "--output");
    const char *language = value_of(argv, "-x", "--language");
    if (output && !g_str_has_prefix(argv[0], "-objc")) {
        r->output = output;
    } else if (language) {
        r->language = strcmp(language, "none") == 0 ? NULL : language;
    } else {
        read_product(r, argv[0]);
    }
}

/** Read the argument at argv. @return how many arguments it took. */
static size_t read_one(struct reading *r, char **argv)
{
    if (r->only_inputs || argv[0][0] != '-' || !argv[0][1]) {
        take_input(r, argv[0]);
        return 1;
    }
    if (strcmp(argv[0], "--") == 0) {
        r->only_inputs = true;
        return 1;
    }
    read_option(r, argv);
    return commands_takes_operand(argv[0]) && argv[1] ? 2 : 1;
}

/* Outputs */

static const char *suffix_of(const struct reading *r)
{
    if (r->to_assembler) {
        return r->to_llvm ? ".ll" : ".s";
    }
    return r->to_llvm ? ".bc" : ".o";
}

static char *stem_of(const char *name)
{
    const char *base = base_of(name);
    const char *dot = strrchr(base, '.');
    return dot && dot > base ? g_strndup(base, (gsize)(dot - base)) : g_strdup(base);
}

static void compiled_free(void *data)
{
    struct compiled *compiled = data;
    if (compiled) {
        g_free(compiled->file);
        g_free(compiled->object);
        g_free(compiled->graph);
        g_free(compiled);
    }
}

static struct compiled *make_compiled(const struct reading *r, const struct source *source)
{
    struct compiled *made = g_new0(struct compiled, 1);
    bool linked = !r->to_object && !r->to_assembler;
    char *stem = stem_of(source->name);
    char *own = g_strconcat(stem, suffix_of(r), NULL);
    const char *output = r->output ? r->output : linked ? "a.out" : own;
    made->collectable = source->role == COLLECTED;
    made->object = path_absolute(r->directory, output);
    bool gone = made->collectable && strcmp(source->name, "-") == 0; /* assembler: see its object */
    made->file = gone ? g_strdup(made->object) : path_absolute(r->directory, source->name);
    made->graph = linked ? g_strdup_printf("%s-%s.o.mcg", made->object, stem)
                         : g_strconcat(made->object, ".mcg", NULL);
    g_free(own);
    g_free(stem);
    return made;
}

/** Sources that share a program and a name are numbered from the second one. */
static void number_graph(struct compiled *made, GHashTable *used)
{
    gsize stem = strlen(made->graph) - strlen(".mcg");
    for (unsigned i = 2; g_hash_table_contains(used, made->graph); i++) {
        char *name = g_strdup_printf("%.*s.%u.mcg", (int)stem, made->graph, i);
        g_free(made->graph);
        made->graph = name;
    }
}

static void make_linked(const struct reading *r, GPtrArray *out)
{
    GHashTable *used = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < r->sources->len; i++) {
        const struct source *source = &g_array_index(r->sources, struct source, i);
        struct compiled *made = make_compiled(r, source);
        number_graph(made, used);
        g_hash_table_add(used, made->graph);
        g_ptr_array_add(out, made);
    }
    g_hash_table_destroy(used);
}

/** If sources share an object, the last one's stays. */
static void make_objects(const struct reading *r, GPtrArray *out)
{
    GHashTable *used = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = r->sources->len; i-- > 0;) {
        struct compiled *made = make_compiled(r, &g_array_index(r->sources, struct source, i));
        if (g_hash_table_contains(used, made->graph)) {
            compiled_free(made);
        } else {
            g_hash_table_add(used, made->graph);
            g_ptr_array_insert(out, 0, made);
        }
    }
    g_hash_table_destroy(used);
}

static bool makes_files(const struct reading *r)
{
    bool to_device =
        r->output && (strcmp(r->output, "-") == 0 || g_str_has_prefix(r->output, "/dev/"));
    return !r->nothing && !to_device;
}

static struct reading start_reading(const struct compile_command *command)
{
    struct reading r = {.directory = command->directory};
    r.sources = g_array_new(FALSE, FALSE, sizeof(struct source));
    r.linked = g_ptr_array_new();
    return r;
}

static struct reading read_all(const struct compile_command *command)
{
    struct reading r = start_reading(command);
    for (char **argv = command->argv + 1; *argv;) {
        argv += read_one(&r, argv);
    }
    return r;
}

GPtrArray *commands_inputs(const struct compile_command *command)
{
    GPtrArray *out = g_ptr_array_new_with_free_func(compiled_free);
    struct reading r = read_all(command);
    if (makes_files(&r) && (r.to_object || r.to_assembler)) {
        make_objects(&r, out);
    } else if (makes_files(&r)) {
        make_linked(&r, out);
    }
    g_array_free(r.sources, TRUE);
    g_ptr_array_unref(r.linked);
    return out;
}

char *commands_object(const struct compile_command *command)
{
    GPtrArray *compiled = commands_inputs(command);
    char *object = NULL;
    for (guint i = 0; i < compiled->len && !object; i++) {
        const struct compiled *made = g_ptr_array_index(compiled, i);
        object = strcmp(made->file, command->file) == 0 ? g_strdup(made->object) : NULL;
    }
    g_ptr_array_unref(compiled);
    return object;
}

char *commands_linked(const struct compile_command *command, GPtrArray *inputs)
{
    struct reading r = read_all(command);
    bool links = makes_files(&r) && !r.to_object && !r.to_assembler &&
                 (r.sources->len > 0 || r.linked->len > 0);
    for (guint i = 0; links && i < r.linked->len; i++) {
        g_ptr_array_add(inputs, path_absolute(r.directory, r.linked->pdata[i]));
    }
    g_array_free(r.sources, TRUE);
    g_ptr_array_unref(r.linked);
    return links ? path_absolute(r.directory, r.output ? r.output : "a.out") : NULL;
}

/** Options that write more than the object. Those of dependencies would name another object. */
static bool writes_more(const char *option)
{
    static const char *const options[] = {"-M", "-Wp,-M", "-save-temps", "--save-temps", NULL};
    static const char *const assemblers[] = {"-Wa,-a", "-Wa,--MD", NULL}; /* and no other option */
    bool one = strchr(option, ',') == strrchr(option, ',');
    return word_begins_like(option, options) || (one && word_begins_like(option, assemblers));
}

char **commands_for_own_assembler(const struct compile_command *command, const char *object)
{
    struct reading r = start_reading(command);
    GPtrArray *words = g_ptr_array_new();
    for (char **argv = commands_compiler(command); *argv;) {
        guint sources = r.sources->len, inputs = sources + r.linked->len;
        r.output = NULL;
        size_t taken = words->len ? read_one(&r, argv) : 1;
        char *path = r.sources->len > sources ? path_absolute(r.directory, argv[0]) : NULL;
        bool other = r.sources->len + r.linked->len > inputs && g_strcmp0(path, command->file) != 0;
        for (size_t i = 0; i < taken && !other && !r.output && !writes_more(argv[0]); i++) {
            g_ptr_array_add(words, g_strdup(argv[i]));
        }
        argv += taken;
        g_free(path);
    }
    const char *const own[] = {"-c", "-g", "-o", object};
    for (size_t i = 0; i < G_N_ELEMENTS(own); i++) {
        g_ptr_array_insert(words, (gint)i + 1, g_strdup(own[i]));
    }
    g_ptr_array_add(words, NULL);
    g_array_free(r.sources, TRUE);
    g_ptr_array_unref(r.linked);
    return (char **)g_ptr_array_free(words, FALSE);
}
