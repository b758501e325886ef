/* What a file is by its content, to say so where another was expected. */
#include "cli.h"

#include "files/cli_files.h"
#include <libcg/profile.h>

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOOKED_AT 4096u

enum kind {
    KIND_NONE, /* cannot be read */
    KIND_GRAPH,
    KIND_DIRECTORY,
    KIND_EMPTY,
    KIND_PROGRAM,
    KIND_OBJECT,
    KIND_LIBRARY,
    KIND_ARCHIVE,
    KIND_BITCODE,
    KIND_GZIP,
    KIND_SQLITE,
    KIND_PERF,
    KIND_DATABASE,
    KIND_SOURCE,
    KIND_PROFILE,
    KIND_JSON,
    KIND_TEXT,
    KIND_BINARY,
    KINDS,
};

#define BUILD                                                                                      \
    "collect the build directory: cgcollect -p BUILD; if cgcollect --cc built it: cgmerge %s -o "  \
    "whole.mcg"
#define WRITE "cgcollect and cgmerge write call graphs"
#define MERGE "merge it: cgmerge %s -o whole.mcg"
#define COLLECT "collect it: cgcollect %s"
#define COLLECT_ALL "collect it: cgcollect -p %s"
#define UNPACK "unpack it: gunzip -k %s"
#define COMPARE "compare it with a graph: cgvalidate GRAPH %s"
#define EXPORTED "give the graph that it was exported from"
#define CONFIGURE                                                                                  \
    "give a compile_commands.json or its directory; cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "     \
    "writes one, and so does bear -- make"
#define RECORD "give what a profiler recorded; cgvalidate --list-formats lists the formats"
#define SOURCES "give a C or C++ source; for a whole build: cgcollect -p BUILD"

/* What each looks like, and by what was wanted what to do; NULL: nothing is wrong, or the reader
 * knows better. %s is the file. */
static const struct {
    const char *look;
    const char *remedy[4];
} kinds[KINDS] = {
    [KIND_GRAPH] = {"a call graph",
                    {NULL, "one graph comes first: cgvalidate %s PROFILE", MERGE, MERGE}},
    [KIND_DIRECTORY] = {"a directory", {MERGE, NULL, CONFIGURE, COLLECT_ALL}},
    [KIND_EMPTY] = {"an empty file", {WRITE, NULL, CONFIGURE, NULL}},
    [KIND_PROGRAM] = {"an ELF executable", {BUILD, RECORD, CONFIGURE, BUILD}},
    [KIND_OBJECT] = {"an ELF object file", {BUILD, RECORD, CONFIGURE, NULL}},
    [KIND_LIBRARY] = {"an ELF executable or shared library", {BUILD, RECORD, CONFIGURE, BUILD}},
    [KIND_ARCHIVE] = {"a static library", {BUILD, RECORD, CONFIGURE, BUILD}},
    [KIND_BITCODE] = {"LLVM bitcode", {COLLECT, RECORD, "without -p: cgcollect %s", NULL}},
    [KIND_GZIP] = {"gzip data", {UNPACK, NULL, UNPACK, UNPACK}},
    [KIND_SQLITE] = {"an SQLite database", {EXPORTED, RECORD, CONFIGURE, SOURCES}},
    [KIND_PERF] = {"a perf.data file",
                   {"compare it with a graph: perf script -i %s | cgvalidate GRAPH -",
                    "write it as text: perf script -i %s", CONFIGURE, SOURCES}},
    [KIND_DATABASE] = {"a compilation database", {COLLECT_ALL, RECORD, NULL, COLLECT_ALL}},
    [KIND_SOURCE] = {"C or C++ source", {COLLECT, RECORD, "without -p: cgcollect %s", NULL}},
    [KIND_PROFILE] = {"a profile", {COMPARE, NULL, CONFIGURE, COMPARE}},
    [KIND_JSON] = {"other JSON", {WRITE, NULL, NULL, NULL}},
    [KIND_TEXT] = {"text", {WRITE, NULL, CONFIGURE, NULL}},
    [KIND_BINARY] = {"binary data", {WRITE, NULL, CONFIGURE, NULL}},
};

/* How a file begins. */
struct beginning {
    const char *path;
    char *text; /* ended by '\0', which may be in it too */
    size_t length;
};

static bool begins(const struct beginning *file, const char *magic, size_t length)
{
    return file->length >= length && memcmp(file->text, magic, length) == 0;
}

static enum kind elf_kind(const struct beginning *file)
{
    enum { TYPE_AT = 16, RELOCATABLE = 1, EXECUTABLE = 2 };
    int type = file->length > TYPE_AT + 1 ? file->text[TYPE_AT] | file->text[TYPE_AT + 1] : 0;
    return type == RELOCATABLE ? KIND_OBJECT : type == EXECUTABLE ? KIND_PROGRAM : KIND_LIBRARY;
}

static enum kind binary_kind(const struct beginning *file)
{
    static const struct {
        const char *magic;
        size_t length;
        enum kind kind;
    } magics[] = {
        {"!<arch>\n", 8, KIND_ARCHIVE},  {"!<thin>\n", 8, KIND_ARCHIVE},
        {"BC\xc0\xde", 4, KIND_BITCODE}, {"\xde\xc0\x17\x0b", 4, KIND_BITCODE},
        {"\x1f\x8b", 2, KIND_GZIP},      {"SQLite format 3", 16, KIND_SQLITE},
        {"PERFILE", 7, KIND_PERF},       {"gmon", 4, KIND_PROFILE},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(magics); i++) {
        if (begins(file, magics[i].magic, magics[i].length)) {
            return magics[i].kind;
        }
    }
    return begins(file, "\177ELF", 4) ? elf_kind(file) : KIND_NONE;
}

/* One of these is the first member, whatever the version. */
static bool begins_as_graph(const char *text)
{
    text += strspn(text, " \t\r\n");
    if (*text != '{') {
        return false;
    }
    text += 1 + strspn(text + 1, " \t\r\n");
    return g_str_has_prefix(text, "\"_CG\"") || g_str_has_prefix(text, "\"_MetaCG\"");
}

static bool begins_as_database(const char *text)
{
    text += strspn(text, " \t\r\n");
    return *text == '[' && strstr(text, "\"directory\"") &&
           (strstr(text, "\"file\"") || strstr(text, "\"command\"") ||
            strstr(text, "\"arguments\""));
}

static bool is_source(const char *path)
{
    static const char *const endings[] = {".c",  ".cc",  ".cpp", ".cxx", ".C",  ".h",
                                          ".hh", ".hpp", ".hxx", ".i",   ".ii", ".ipp"};
    size_t i = 0;
    while (i < G_N_ELEMENTS(endings) && !g_str_has_suffix(path, endings[i])) {
        i++;
    }
    return i < G_N_ELEMENTS(endings);
}

static bool is_profile(const char *path)
{
    struct cg_profile *profile;
    const struct cg_profile_options options = CG_PROFILE_OPTIONS_INIT;
    if (cg_profile_read_file(&profile, path, &options, NULL)) {
        return false;
    }
    cg_profile_free(profile);
    return true;
}

static enum kind text_kind(const struct beginning *file)
{
    const char *text = file->text + strspn(file->text, " \t\r\n");
    bool json = *text == '{' || *text == '[';
    bool broken = json && (strstr(text, "\"_CG\"") || g_str_has_suffix(file->path, ".mcg"));
    if (begins_as_graph(file->text) || broken) {
        return KIND_GRAPH;
    }
    if (begins_as_database(file->text)) {
        return KIND_DATABASE;
    }
    if (!json && is_source(file->path)) {
        return KIND_SOURCE;
    }
    if (is_profile(file->path)) {
        return KIND_PROFILE;
    }
    return json ? KIND_JSON : strlen(file->text) < file->length ? KIND_BINARY : KIND_TEXT;
}

static bool read_beginning(struct beginning *out, const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = -1;
    *out = (struct beginning){path, g_malloc0(LOOKED_AT + 1), 0};
    if (file >= 0) {
        length = read(file, out->text, LOOKED_AT);
        close(file);
    }
    out->length = length > 0 ? (size_t)length : 0;
    return length >= 0;
}

/* Pipes can be read once, and are not looked into. */
static enum kind kind_of(const char *path)
{
    struct stat info;
    struct beginning file;
    if (strcmp(path, "-") == 0 || stat(path, &info)) {
        return KIND_NONE;
    }
    if (!S_ISREG(info.st_mode)) {
        return S_ISDIR(info.st_mode) ? KIND_DIRECTORY : KIND_NONE;
    }
    enum kind kind = KIND_NONE;
    if (read_beginning(&file, path)) {
        kind = file.length ? binary_kind(&file) : KIND_EMPTY;
        kind = kind ? kind : text_kind(&file);
    }
    g_free(file.text);
    return kind;
}

bool cli_begins_as_graph(const char *path)
{
    struct beginning file;
    bool graph = read_beginning(&file, path) && begins_as_graph(file.text);
    g_free(file.text);
    return graph;
}

static bool has_file(const char *directory, const char *ending)
{
    GDir *dir = g_dir_open(directory, 0, NULL);
    const char *name = NULL;
    while (dir && (name = g_dir_read_name(dir)) && !g_str_has_suffix(name, ending)) {
    }
    if (dir) {
        g_dir_close(dir);
    }
    return name;
}

/* What can be done with a directory depends on what is in it. */
static const char *remedy_of(enum kind kind, const char *path, enum cli_wanted wanted)
{
    if (kind == KIND_DIRECTORY && wanted == CLI_WANT_GRAPH) {
        bool build = has_file(path, "compile_commands.json") && !has_file(path, ".mcg");
        return build ? "collect it first: cgcollect -p %s"
                     : "merge it first: cgmerge %s -o whole.mcg";
    }
    return kinds[kind].remedy[wanted];
}

/* A path as a shell takes it. */
static char *word_of(const char *path)
{
    static const char plain[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "._/+-=,:@%";
    return path[strspn(path, plain)] ? g_shell_quote(path) : g_strdup(path);
}

char *cli_wrong_file(const char *path, enum cli_wanted wanted)
{
    static const char *const names[] = {"a call graph", "a profile", "a compilation database",
                                        "a source"};
    enum kind kind = kind_of(path);
    const char *remedy = remedy_of(kind, path, wanted);
    if (!remedy) {
        return NULL;
    }
    char **parts = g_strsplit(remedy, "%s", 2);
    char *word = word_of(path);
    char *advice = g_strjoinv(word, parts);
    char *text =
        g_strdup_printf("not %s (looks like %s); %s", names[wanted], kinds[kind].look, advice);
    g_free(advice);
    g_free(word);
    g_strfreev(parts);
    return text;
}

void cli_explain_file(struct cg_error *error, const char *path, enum cli_wanted wanted)
{
    char *wrong = error->status == CG_E_FORMAT || error->status == CG_E_IO
                      ? cli_wrong_file(path, wanted)
                      : NULL;
    if (wrong) {
        error->line = error->column = 0;
        if (path != error->file) {
            g_strlcpy(error->file, path, sizeof error->file);
        }
        g_strlcpy(error->text, wrong, sizeof error->text);
    }
    g_free(wrong);
}

bool cli_is_read_once(const char *path)
{
    struct stat info;
    return strcmp(path, "-") == 0 ||
           (stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode));
}

bool cli_is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}
