/*
 * Options of GCC that leave out functions and files from -finstrument-functions, as gcc @FILE reads
 * them: separated by white space, quoted, a backslash escapes any character. Each is a list of
 * texts separated by commas, which a backslash escapes; what has one of them in its name is left
 * out.
 */
#include "filters/filter_rules.h"

#include "base/error.h"
#include "filters/substrings.h"
#include "query/common/query_internal.h"

#include <stdlib.h>
#include <string.h>

#define FUNCTIONS "-finstrument-functions-exclude-function-list="
#define FILES "-finstrument-functions-exclude-file-list="

/* Reading */

/* The next word of a response file, without its quotes. @return false at the end */
static bool next_word(struct cg_text *out, struct filter_reader *reader)
{
    char quote = '\0';
    const char *at = reader->at;
    cg_text_clear(out);
    for (; *at && strchr(" \t\r\n", *at); at++) {
        reader->line += *at == '\n';
    }
    bool any = *at != '\0';
    for (; *at && (quote || !strchr(" \t\r\n", *at)); at++) {
        if (*at == '\\' && at[1]) {
            cg_text_put(out, ++at, 1);
        } else if (quote ? *at == quote : *at == '"' || *at == '\'') {
            quote = quote ? '\0' : *at;
        } else {
            cg_text_put(out, at, 1);
        }
    }
    cg_text_put(out, "", 1);
    reader->at = at;
    return any;
}

/* @param list with at least one byte of room less than it has bytes: it is changed */
static int take_list(struct filter_reader *reader, char *list, enum filter_subject subject)
{
    int status = CG_OK;
    for (char *at = list, *end = list, *begin = list; !status; at++) {
        if (*at == '\\' && at[1]) {
            *end++ = *++at;
        } else if (*at && *at != ',') {
            *end++ = *at;
        } else {
            bool last = *at == '\0';
            if (end > begin) {
                status = filter_add(reader, false, subject, FILTER_SUBSTRING, begin,
                                    (size_t)(end - begin));
            }
            if (last) {
                break;
            }
            begin = end = at + 1;
        }
    }
    return status;
}

int filter_parse_gcc(struct filter_reader *reader)
{
    struct cg_text word = {0};
    int status = CG_OK;
    reader->rules->functions = reader->rules->files = true;
    reader->line = 1;
    while (!status && next_word(&word, reader) && !word.failed) {
        if (strncmp(word.bytes, FUNCTIONS, strlen(FUNCTIONS)) == 0) {
            status = take_list(reader, word.bytes + strlen(FUNCTIONS), FILTER_GCC);
        } else if (strncmp(word.bytes, FILES, strlen(FILES)) == 0) {
            status = take_list(reader, word.bytes + strlen(FILES), FILTER_FILE);
        }
    }
    status = !status && word.failed ? cg_fail_memory(reader->error) : status;
    cg_text_free(&word);
    return status;
}

/* Writing */

/* Texts of which each may be left out unless something chosen has it in its name. */
struct texts {
    const char **all; /* sorted, each owned */
    bool *wanted;     /* by text: something chosen has it */
    size_t count;
};

static void texts_clear(struct texts *texts)
{
    for (size_t i = 0; texts->all && i < texts->count; i++) {
        free((char *)texts->all[i]);
    }
    free(texts->all);
    free(texts->wanted);
}

static int texts_make(struct texts *texts, size_t most, struct cg_error *error)
{
    int status = cg_query_allocate(&texts->all, most, sizeof *texts->all, error);
    return status ? status : cg_query_allocate(&texts->wanted, most, sizeof *texts->wanted, error);
}

static void texts_sort(struct texts *texts)
{
    size_t kept = 0;
    substrings_sort(texts->all, texts->count);
    for (size_t i = 0; i < texts->count; i++) {
        if (kept > 0 && strcmp(texts->all[i], texts->all[kept - 1]) == 0) {
            free((char *)texts->all[i]);
        } else {
            texts->all[kept++] = texts->all[i];
        }
    }
    texts->count = kept;
}

/* GCC spells arguments of templates in its own way: only of simple ones is it known. */
static bool is_simple(const char *arguments)
{
    static const char *const other[] = {"long", "short", "<", ">(", "'", "\"", "{", "("};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        if (strstr(arguments, other[i])) {
            return false;
        }
    }
    return true;
}

/* Where the arguments of a template begin in a name, or its end: not the < of operators and
 * lambdas. */
static size_t begin_of_arguments(const char *name)
{
    for (size_t i = 0; name[i]; i++) {
        bool of_operator =
            i >= strlen("operator") && strncmp(name + i - strlen("operator"), "operator", 8) == 0;
        if (of_operator && strchr("<>", name[i])) {
            i += strspn(name + i, "<=>") - 1;
        } else if (name[i] == '<' && strncmp(name + i, "<lambda", 7) != 0) {
            return i;
        }
    }
    return strlen(name);
}

/* What to leave out for a function: its name; of a template instance that GCC may spell otherwise,
 * all instances; of a lambda all of its type, since the function around it is spelt otherwise. */
static char *text_for(const struct filter_writer *w, cg_node node)
{
    struct cg_text name = {0};
    shown_gcc(&name, w->shown, node);
    cg_text_put(&name, "", 1);
    if (name.failed) {
        return NULL;
    }
    size_t begin = w->shown->readable[node] ? begin_of_arguments(name.bytes) : name.length - 1;
    if (name.bytes[begin] && !is_simple(name.bytes + begin + 1)) {
        name.bytes[begin + 1] = '\0';
    }
    const char *lambda = strstr(name.bytes, "::<lambda");
    char *copy = strdup(lambda && w->shown->readable[node] ? lambda : name.bytes);
    cg_text_free(&name);
    return copy;
}

static void add_list(struct cg_text *out, const char *option, const struct texts *texts)
{
    bool any = false;
    for (size_t i = 0; i < texts->count; i++) {
        if (texts->wanted[i]) {
            continue;
        }
        cg_text_add(out, any ? "," : "\"");
        cg_text_add(out, any ? "" : option);
        for (const char *at = texts->all[i]; *at; at++) {
            cg_text_add(out, *at == ',' ? "\\\\" : strchr("\\\"", *at) ? "\\" : "");
            cg_text_put(out, at, 1);
        }
        any = true;
    }
    cg_text_add(out, any ? "\"\n" : "");
}

/* Files that nothing is chosen of. */
static int find_files(struct texts *files, const struct filter_writer *w, struct cg_error *error)
{
    int status = texts_make(files, w->shown->nodes, error);
    for (cg_node node = 0; node < w->shown->nodes && !status; node++) {
        const char *file = cg_node_origin(w->shown->graph, node);
        if (file && cg_node_has_body(w->shown->graph, node) && filter_can_name(file, "")) {
            files->all[files->count] = strdup(file);
            status = files->all[files->count] ? CG_OK : cg_fail_memory(error);
            files->count += !status;
        }
    }
    texts_sort(files);
    for (cg_node node = 0; node < w->shown->nodes && !status; node++) {
        const char *file = cg_node_origin(w->shown->graph, node);
        if (w->set[node] && file) {
            substrings_find(files->all, files->count, file, files->wanted);
        }
    }
    return status;
}

/* Whether a file has chosen functions, or cannot be named, so that others of it are left out by
 * name. */
static bool is_wanted(const struct texts *files, const char *file)
{
    size_t low = 0, high = files->count;
    while (file && low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(files->all[middle], file);
        if (order == 0) {
            return files->wanted[middle];
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return true;
}

static int add_function(struct texts *functions, const struct filter_writer *w, cg_node node,
                        struct cg_error *error)
{
    char *text = text_for(w, node);
    if (!text) {
        return cg_fail_memory(error);
    }
    if (filter_can_name(text, "")) {
        functions->all[functions->count++] = text;
    } else {
        free(text);
    }
    return CG_OK;
}

static int find_functions(struct texts *functions, const struct texts *files,
                          const struct filter_writer *w, struct cg_error *error)
{
    struct cg_text name = {0};
    int status = texts_make(functions, w->shown->nodes, error);
    for (cg_node node = 0; node < w->shown->nodes && !status; node++) {
        if (!w->set[node] && cg_node_has_body(w->shown->graph, node) &&
            is_wanted(files, cg_node_origin(w->shown->graph, node))) {
            status = add_function(functions, w, node, error);
        }
    }
    texts_sort(functions);
    for (cg_node node = 0; node < w->shown->nodes && !status; node++) {
        if (w->set[node]) {
            cg_text_clear(&name);
            shown_gcc(&name, w->shown, node);
            cg_text_put(&name, "", 1);
            status = name.failed ? cg_fail_memory(error) : CG_OK;
            if (!status) {
                substrings_find(functions->all, functions->count, name.bytes, functions->wanted);
            }
        }
    }
    cg_text_free(&name);
    return status;
}

int filter_write_gcc(const struct filter_writer *w, struct cg_error *error)
{
    struct texts files = {0}, functions = {0};
    int status = find_files(&files, w, error);
    status = status ? status : find_functions(&functions, &files, w, error);
    if (!status) {
        cg_text_add(w->out, "-finstrument-functions\n");
        add_list(w->out, FILES, &files);
        add_list(w->out, FUNCTIONS, &functions);
    }
    texts_clear(&files);
    texts_clear(&functions);
    return status;
}
