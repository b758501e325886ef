/* Asks gcc for macros, and makes the files in which clang sees its answers. */
#include "commands/compilers/gcc_answers.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "commands/compilers/as_gcc.h"
#include "commands/compilers/project_files.h"
#include "commands/compilers/real_compiler.h"

/** The descriptor of the overlay, a number that nothing else has (gcc_headers.c has 1000); those of
 *  the files follow. */
#define OVERLAY_FILENO 1001

/** Files that are shown in another way. */
#define MOST_FILES 500

/** Names that gcc is asked for. */
#define MOST_NAMES 20000u
#define LONGEST_NAME 255u /**< gcc has none that is longer */

/** What sources ask for, behind "__has_". Those that gcc lacks are not defined. */
enum has {
    HAS_BUILTIN,
    HAS_ATTRIBUTE,
    HAS_FEATURE,
    HAS_EXTENSION,
    HAS_WARNING,
    HAS_DECLSPEC,
    HAS_CONSTEXPR_BUILTIN,
    HAS_EMBED,
    OPERATORS,
    ASKED = HAS_WARNING, /**< some gcc has those before */
};

static const char *const operators[OPERATORS] = {
    "builtin", "attribute",          "feature",           "extension",
    "warning", "declspec_attribute", "constexpr_builtin", "embed"};

/** The version of gcc that first had an operator; 1000: none has. */
static const int since[OPERATORS] = {10, 5, 14, 14, 1000, 1000, 1000, 15};

struct gcc_answers {
    GHashTable
        *values; /**< what gcc defines: "VALUE" by name; of functions, "(PARAMETERS) VALUE" */
    GHashTable *reserved; /**< names that the files have and that belong to compilers */
    GHashTable *named;    /**< identifiers in lines of the preprocessor */
    GPtrArray *paths;     /**< of files that have an operator, */
    GPtrArray *texts;     /**< and what is in them */
    bool has[OPERATORS];  /**< files have it */
    bool replaced[OPERATORS];
    bool asked; /**< gcc has answered */
    bool overlaid;
    bool left_out; /**< there are more such files */
};

/* What files mention */

static bool is_in_name(char c)
{
    return g_ascii_isalnum(c) || c == '_';
}

static bool is_reserved(const char *name, size_t length)
{
    return length > 2 && name[0] == '_' && (name[1] == '_' || g_ascii_isupper(name[1]));
}

static void add_name(GHashTable *names, const char *name, size_t length)
{
    if (g_hash_table_size(names) < MOST_NAMES && length <= LONGEST_NAME) {
        g_hash_table_add(names, g_strndup(name, length));
    }
}

static bool is_operator(enum has operator, const char * name, size_t length)
{
    size_t prefix = strlen("__has_");
    return length == prefix + strlen(operators[operator]) && memcmp(name, "__has_", prefix) == 0 &&
           memcmp(name + prefix, operators[operator], length - prefix) == 0;
}

/** What gcc never has, and how to spell it so that clang does not, either. */
static const char *const never[][2] = {{"__is_identifier", "__gc_identifier"},
                                       {"clang::", "_none::"}};

/** Whether a name and what follows is what gcc never has. @return the other spelling, or NULL */
static const char *other_spelling(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(never); i++) {
        if (g_str_has_prefix(name, never[i][0])) {
            return never[i][1];
        }
    }
    return NULL;
}

/** Where a name is. */
enum line { TEXT, DIRECTIVE, CONDITION };

/** Note one name. @return whether it must be spelled in another way */
static bool note_named(struct gcc_answers *a, const char *name, size_t length, enum line line)
{
    bool is = line == CONDITION && other_spelling(name);
    for (int i = 0; i < OPERATORS; i++) {
        if (is_operator(i, name, length)) {
            a->has[i] = is = true;
        }
    }
    if (is_reserved(name, length)) {
        add_name(a->reserved, name, length);
    }
    if (line != TEXT) {
        add_name(a->named, name, length);
    }
    return is;
}

/** Takes a name of a text. */
typedef void name_taker(void *user, char *name, size_t length, enum line line);

/** The kind of a line that begins with '#'. */
static enum line line_at(const char *hash)
{
    const char *word = hash + 1 + strspn(hash + 1, " \t");
    return g_str_has_prefix(word, "if") || g_str_has_prefix(word, "elif") ? CONDITION : DIRECTIVE;
}

static bool goes_on(const char *text, const char *newline)
{
    const char *last = newline > text && newline[-1] == '\r' ? newline - 1 : newline;
    return last > text && last[-1] == '\\';
}

/** Take the names of a text. Comments and literals are not told apart: what they mention does no
 *  harm. */
static void take_names(char *text, name_taker *take, void *user)
{
    enum line line = TEXT;
    bool blank = true;
    for (char *at = text; *at;) {
        char *end = at;
        if (*at == '\n') {
            line = goes_on(text, at) ? line : TEXT;
            blank = true;
        } else if (*at == '#' && blank) {
            line = line_at(at);
        }
        blank = blank && g_ascii_isspace(*at);
        while (is_in_name(*end)) {
            end++;
        }
        if (end > at && !g_ascii_isdigit(*at)) {
            take(user, at, (size_t)(end - at), line);
        }
        at = end > at ? end : at + 1;
    }
}

/** A file whose names are noted. */
struct noted {
    struct gcc_answers *answers;
    bool any; /**< some must be spelled in another way */
};

static void note_name(void *user, char *name, size_t length, enum line line)
{
    struct noted *noted = user;
    noted->any = note_named(noted->answers, name, length, line) || noted->any;
}

static bool mention_all(void *user, const char *path, const char *text)
{
    struct gcc_answers *a = user;
    struct noted noted = {a, false};
    char *copy = g_strdup(text);
    take_names(copy, note_name, &noted);
    if (noted.any && a->paths->len < MOST_FILES) {
        g_ptr_array_add(a->paths, g_strdup(path));
        g_ptr_array_add(a->texts, copy);
    } else {
        a->left_out = a->left_out || noted.any;
        g_free(copy);
    }
    return true;
}

/* The question */

/** Macros join names of builtins and attributes from parts, and spell attributes with underscores.
 */
static void ask_for(GString *question, const char *operator, const char * name)
{
    static const char *const spelled[][2] = {{"", ""}, {"__builtin_", ""}, {"__", "__"}};
    for (size_t i = 0; i < G_N_ELEMENTS(spelled); i++) {
        g_string_append_printf(
            question, "#if __has_%s(%s%s%s)\n#define __gcc_%s_%s%s%s 1\n#endif\n", operator,
            spelled[i][0], name, spelled[i][1], operator, spelled[i][0], name, spelled[i][1]);
    }
}

static bool is_directive(const char *name)
{
    static const char *const words[] = {"define", "defined", "elif",  "else",   "endif",
                                        "error",  "if",      "ifdef", "ifndef", "include",
                                        "line",   "pragma",  "undef", "warning"};
    bool is = g_str_has_prefix(name, "__has_") || g_str_has_prefix(name, "__GNUC");
    for (size_t i = 0; i < G_N_ELEMENTS(words) && !is; i++) {
        is = strcmp(name, words[i]) == 0;
    }
    return is;
}

/** A source that tells which names gcc has. */
static GString *question_of(const struct gcc_answers *a)
{
    GString *question = g_string_new(NULL);
    for (int i = 0; i < ASKED; i++) {
        GHashTableIter names;
        void *name;
        g_hash_table_iter_init(&names, a->named);
        if (a->has[i]) {
            g_string_append_printf(question, "#ifdef __has_%s\n#define __gcc_%s 1\n", operators[i],
                                   operators[i]);
            while (g_hash_table_iter_next(&names, &name, NULL)) {
                if (!is_directive(name)) {
                    ask_for(question, operators[i], name);
                }
            }
            g_string_append(question, "#endif\n");
        }
    }
    return question;
}

/** Put text where other programs can read it, as a number. */
static bool give_text(const char *text, size_t length, int number)
{
    int memory = memfd_create("answers", MFD_CLOEXEC);
    bool given = memory >= 0 && write(memory, text, length) == (ssize_t)length &&
                 dup2(memory, number) == number;
    if (memory >= 0) {
        close(memory);
    }
    return given;
}

/* The answer */

/** Read "NAME VALUE", or "NAME(PARAMETERS) VALUE". */
static void read_macro(struct gcc_answers *a, const char *macro)
{
    const char *end = macro + strcspn(macro, " (");
    g_hash_table_insert(a->values, g_strndup(macro, (gsize)(end - macro)),
                        g_strdup(*end == ' ' ? end + 1 : end));
}

static void read_answer(struct gcc_answers *a, const char *answer)
{
    static const char define[] = "#define ";
    char **lines = g_strsplit(answer, "\n", -1);
    for (char **line = lines; *line; line++) {
        if (g_str_has_prefix(*line, define)) {
            read_macro(a, *line + strlen(define));
        }
    }
    g_strfreev(lines);
    a->asked = g_hash_table_contains(a->values, "__GNUC__");
}

static void ask_gcc(struct gcc_answers *a, const struct compile_command *command)
{
    GString *text = question_of(a);
    char *file = g_strdup_printf("/proc/self/fd/%d", OVERLAY_FILENO);
    const char *const asking[] = {"-E", "-dM", "-x", commands_is_cplusplus(command) ? "c++" : "c",
                                  file, NULL};
    char **argv = real_compiler_question(command, asking);
    char *answer = NULL;
    if (give_text(text->str, text->len, OVERLAY_FILENO) &&
        g_spawn_sync(command->directory, argv, NULL,
                     G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL |
                         G_SPAWN_LEAVE_DESCRIPTORS_OPEN,
                     NULL, NULL, &answer, NULL, NULL, NULL)) {
        read_answer(a, answer);
    }
    g_free(answer);
    g_strfreev(argv);
    g_free(file);
    g_string_free(text, TRUE);
}

/* The overlay */

/** What clang is to ask gcc for. What gcc was not asked for, and may have, clang answers itself. */
static void choose_replaced(struct gcc_answers *a, int major)
{
    for (int i = 0; i < OPERATORS; i++) {
        a->replaced[i] = a->has[i] && ((a->asked && i < ASKED) || major < since[i]);
    }
}

/** Spell an operator as that of gcc. All spellings have the same length. */
static void spell_name(void *user, char *name, size_t length, enum line line)
{
    const struct gcc_answers *a = user;
    const char *other = line == CONDITION ? other_spelling(name) : NULL;
    for (int i = 0; i < OPERATORS; i++) {
        if (a->replaced[i] && is_operator(i, name, length)) {
            memcpy(name, "__gcc_", strlen("__gcc_"));
        }
    }
    if (other) {
        memcpy(name, other, strlen(other));
    }
}

/** Each file needs a descriptor, and a process has 1024 unless it asks for more. */
static void allow_descriptors(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/** @return whether clang can see all files in their other spelling */
static bool make_overlay(struct gcc_answers *a)
{
    GString *overlay = g_string_new("{'version': 0, 'use-external-names': 'false', 'roots': [");
    bool all = !a->left_out;
    allow_descriptors();
    for (guint i = 0; i < a->paths->len; i++) {
        char *text = a->texts->pdata[i];
        const char *path = a->paths->pdata[i];
        int number = OVERLAY_FILENO + 1 + (int)i;
        take_names(text, spell_name, a);
        if (!strpbrk(path, "'\\\n") && give_text(text, strlen(text), number)) {
            g_string_append_printf(overlay,
                                   "%s{'name': '%s', 'type': 'file', 'external-contents': "
                                   "'/proc/self/fd/%d'}",
                                   a->overlaid ? ", " : "", path, number);
            a->overlaid = true;
        } else {
            all = false;
        }
    }
    g_string_append(overlay, "]}");
    a->overlaid = a->overlaid && give_text(overlay->str, overlay->len, OVERLAY_FILENO);
    g_string_free(overlay, TRUE);
    return all && a->overlaid;
}

void gcc_answers_ask(struct compile_command *command, bool trusted)
{
    struct gcc_answers *a = g_new0(struct gcc_answers, 1);
    command->answers = a;
    a->values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    a->reserved = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    a->named = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    a->paths = g_ptr_array_new_with_free_func(g_free);
    a->texts = g_ptr_array_new_with_free_func(g_free);
    a->left_out = !project_files_visit(command, mention_all, a) || a->left_out;
    if (trusted || (real_compiler_is_plain(command) && !command->doubt)) {
        ask_gcc(a, command);
    }
    choose_replaced(a, as_gcc_major(command));
    bool all = a->paths->len > 0 ? make_overlay(a) : !a->left_out;
    if (!all && !command->doubt) {
        command->doubt =
            g_strdup("clang answers __has_builtin and the like, where gcc compiled: the "
                     "files that ask are too many, or have names with quotes");
    }
}

/* The words for clang */

/** Whether the macro of gcc is also that of clang, which reads as gcc: versions, which as_gcc.h
 *  chooses, and the language, which options do. */
static bool is_settled(const char *name)
{
    static const char *const settled[] = {
        "__GNUC__", "__GNUC_MINOR__",   "__GNUC_PATCHLEVEL__", "__GNUG__",      "__cplusplus",
        "__STDC__", "__STDC_VERSION__", "__STDC_HOSTED__",     "_STDC_PREDEF_H"};
    for (size_t i = 0; i < G_N_ELEMENTS(settled); i++) {
        if (strcmp(name, settled[i]) == 0) {
            return true;
        }
    }
    return false;
}

/** Whether a macro is one of those that clang predefines and gcc, at least before version 14, does
 *  not. */
static bool is_of_clang(const char *name)
{
    return g_regex_match_simple(
        "^__(BITINT_MAXWIDTH|BOOL_WIDTH|LLONG_WIDTH|POINTER_WIDTH|LITTLE_ENDIAN|BIG_ENDIAN|"
        "FLOAT128|"
        "CONSTANT_CFSTRINGS|NO_MATH_INLINES|WINT_UNSIGNED|OBJC_BOOL_IS_BOOL|U?INT\\w*_FMT[a-zA-Z]|"
        "(SIZE|PTRDIFF)_FMT[a-zA-Z]|U?INT\\w*_C_SUFFIX|UINT(MAX|PTR)_WIDTH|tune_\\w+)__$|"
        "^__(CLANG_ATOMIC|FPCLASS|MEMORY_SCOPE|OPENCL_MEMORY_SCOPE|STDC_EMBED)_",
        name, 0, 0);
}

/** Whether a macro says what the language of C++ has. Libraries define theirs. */
static bool is_feature(const char *name)
{
    return g_str_has_prefix(name, "__cpp_") && !g_str_has_prefix(name, "__cpp_lib_");
}

static void add_definition(GPtrArray *words, const char *name, const char *value)
{
    const char *end = *value == '(' ? strchr(value, ')') : NULL;
    if (end) {
        g_ptr_array_add(words, g_strdup_printf("-D%s%.*s=%s", name, (int)(end + 1 - value), value,
                                               end[1] ? end + 2 : ""));
    } else {
        g_ptr_array_add(words, g_strdup_printf("-D%s=%s", name, value));
    }
}

static void add_macros(GPtrArray *words, const struct gcc_answers *a)
{
    GHashTableIter names;
    void *name;
    g_hash_table_iter_init(&names, a->reserved);
    while (g_hash_table_iter_next(&names, &name, NULL)) {
        const char *value = g_hash_table_lookup(a->values, name);
        if (value && !is_settled(name)) {
            add_definition(words, name, value);
        } else if (!value && (is_of_clang(name) || (a->asked && is_feature(name)))) {
            g_ptr_array_add(words, g_strconcat("-U", (char *)name, NULL));
        }
    }
}

static void add_operators(GPtrArray *words, const struct gcc_answers *a)
{
    GHashTableIter names;
    void *name;
    for (int i = 0; i < ASKED; i++) {
        char *operator= g_strconcat("__gcc_", operators[i], NULL);
        if (a->replaced[i] && g_hash_table_contains(a->values, operator)) {
            g_ptr_array_add(words, g_strdup_printf("-D%s(x)=%s_##x", operator, operator));
        }
        g_free(operator);
    }
    g_hash_table_iter_init(&names, a->values);
    while (g_hash_table_iter_next(&names, &name, NULL)) {
        if (g_str_has_prefix(name, "__gcc_") && strchr((char *)name + strlen("__gcc_"), '_')) {
            g_ptr_array_add(words, g_strconcat("-D", (char *)name, "=1", NULL));
        }
    }
}

char **gcc_answers_words(const struct compile_command *command)
{
    const struct gcc_answers *a = command->answers;
    GPtrArray *words = g_ptr_array_new();
    if (a) {
        add_macros(words, a);
        add_operators(words, a);
    }
    if (a && a->overlaid) {
        g_ptr_array_add(words, g_strdup("-ivfsoverlay"));
        g_ptr_array_add(words, g_strdup_printf("/proc/self/fd/%d", OVERLAY_FILENO));
    }
    g_ptr_array_add(words, NULL);
    return (char **)g_ptr_array_free(words, FALSE);
}

const char *gcc_answers_value(const struct compile_command *command, const char *macro)
{
    return command->answers ? g_hash_table_lookup(command->answers->values, macro) : NULL;
}
