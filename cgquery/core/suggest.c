#include "core/select.h"

#include <string.h>

#define MAX_SUGGESTIONS 3
#define LONGEST_COMPARED 128
#define SCORE_CONTAINS 100 /* more than any edit distance that counts as similar */
#define SCORE_FAR G_MAXUINT

struct suggestion {
    unsigned score;
    cg_node node;
};

static unsigned least(unsigned a, unsigned b, unsigned c)
{
    return MIN(MIN(a, b), c);
}

/*
 * Edit distance that counts a swap of neighbours as one edit and ignores case (optimal string
 * alignment). Rows i, i-1 and i-2 of the table take turns in three arrays.
 */
static unsigned edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    unsigned table[3][LONGEST_COMPARED + 1];
    for (size_t j = 0; j <= b_length; j++) {
        table[0][j] = (unsigned)j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        unsigned *row = table[i % 3], *above = table[(i + 2) % 3], *two_above = table[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b_length; j++) {
            char x = g_ascii_tolower(a[i - 1]), y = g_ascii_tolower(b[j - 1]);
            row[j] = least(above[j] + 1, row[j - 1] + 1, above[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == g_ascii_tolower(b[j - 2]) &&
                y == g_ascii_tolower(a[i - 2])) {
                row[j] = MIN(row[j], two_above[j - 2] + 1);
            }
        }
    }
    return table[a_length % 3][b_length];
}

static bool contains(const char *text, size_t length, const char *part, size_t part_length)
{
    for (size_t i = 0; i + part_length <= length; i++) {
        if (g_ascii_strncasecmp(text + i, part, part_length) == 0) {
            return true;
        }
    }
    return false;
}

unsigned suggest_score(const char *wanted, const char *text, size_t length)
{
    size_t wanted_length = strlen(wanted);
    if (wanted_length > LONGEST_COMPARED || length > LONGEST_COMPARED || wanted_length == 0) {
        return SCORE_FAR;
    }
    size_t difference = MAX(length, wanted_length) - MIN(length, wanted_length);
    size_t limit = 1 + wanted_length / 4;
    if (difference <= limit) {
        unsigned distance = edit_distance(wanted, wanted_length, text, length);
        if (distance <= limit) {
            return distance;
        }
    }
    if ((wanted_length >= 3 && contains(text, length, wanted, wanted_length)) ||
        (2 * length >= wanted_length && length >= 3 &&
         contains(wanted, wanted_length, text, length))) {
        return SCORE_CONTAINS + (unsigned)difference;
    }
    return SCORE_FAR;
}

/* The suggestion for a node: its name as a user types it, without parameters. Release with
 * g_free. */
static char *short_name(struct query *query, cg_node node)
{
    size_t length;
    const char *base = query_short_base(query, node, &length);
    return g_strndup(base, length);
}

/* The most similar linkage name of the node. */
static unsigned score_linkage_names(const struct query *query, const char *wanted, cg_node node)
{
    const char *const *others;
    uint32_t count = cg_node_other_names(query->graph, node, &others);
    const char *name = cg_node_name(query->graph, node);
    unsigned best = suggest_score(wanted, name, strlen(name));
    for (uint32_t i = 0; i < count; i++) {
        best = MIN(best, suggest_score(wanted, others[i], strlen(others[i])));
    }
    return best;
}

static unsigned score_node(struct query *query, const char *wanted, cg_node node)
{
    char *name = short_name(query, node);
    const char *last = g_strrstr(name, "::");
    unsigned linkage = score_linkage_names(query, wanted, node);
    unsigned whole = suggest_score(wanted, name, strlen(name));
    unsigned part = last ? suggest_score(wanted, last + 2, strlen(last + 2)) : SCORE_FAR;
    g_free(name);
    return least(linkage, whole, part);
}

static void consider(struct suggestion *best, const struct query *query, unsigned score,
                     cg_node node)
{
    for (size_t i = 0; i < MAX_SUGGESTIONS; i++) {
        if (best[i].score != SCORE_FAR && strcmp(cg_node_name(query->graph, best[i].node),
                                                 cg_node_name(query->graph, node)) == 0) {
            return;
        }
        if (score > best[i].score || score == SCORE_FAR ||
            (score == best[i].score && query_rank(query)[node] > query_rank(query)[best[i].node])) {
            continue;
        }
        memmove(&best[i + 1], &best[i], (MAX_SUGGESTIONS - 1 - i) * sizeof *best);
        best[i] = (struct suggestion){score, node};
        return;
    }
}

static bool already_said(const char *said, const char *name)
{
    char **names = g_strsplit(said, ", ", -1);
    bool found = g_strv_contains((const gchar *const *)names, name);
    g_strfreev(names);
    return found;
}

/* The shortest text that means this function alone, if any: without parameters, with them, in its
 * file, by linkage name. Release with g_free. */
static char *typed_name(struct query *query, cg_node node, const char *file, size_t file_length)
{
    const char *origin = cg_node_origin(query->graph, node), *whole = query_short(query, node);
    char *of_file = file ? g_strndup(file, file_length) : g_strdup(origin ? origin : "?");
    char *name = short_name(query, node);
    char *const forms[] = {
        file ? g_strdup_printf("%s:%s", of_file, name) : g_strdup(name),
        file ? g_strdup_printf("%s:%s", of_file, whole) : g_strdup(whole),
        g_strdup_printf("%s:%s", of_file, name),
        g_strdup_printf("%s:%s", of_file, whole),
        g_strdup(cg_node_name(query->graph, node)),
    };
    size_t chosen = 0;
    while (chosen < G_N_ELEMENTS(forms) && !query_means_one(query, forms[chosen])) {
        chosen++;
    }
    char *typed = cli_printable(forms[chosen < G_N_ELEMENTS(forms) ? chosen : 0]);
    for (size_t i = 0; i < G_N_ELEMENTS(forms); i++) {
        g_free(forms[i]);
    }
    g_free(of_file);
    g_free(name);
    return typed;
}

static char *join(struct query *query, const struct suggestion *best, const char *file,
                  size_t file_length)
{
    GString *text = g_string_new(NULL);
    for (size_t i = 0; i < MAX_SUGGESTIONS && best[i].score != SCORE_FAR; i++) {
        char *name = typed_name(query, best[i].node, file, file_length);
        if (!already_said(text->str, name)) {
            g_string_append_printf(text, "%s%s", text->len > 0 ? ", " : "", name);
        }
        g_free(name);
    }
    return g_string_free(text, text->len == 0);
}

/* What follows the last slash. */
static const char *last_component(const char *path, size_t length)
{
    const char *slash = g_strrstr_len(path, (gssize)length, "/");
    return slash ? slash + 1 : path;
}

char *query_suggest_file(const struct query *query, const char *file, size_t length)
{
    const char *component = last_component(file, length);
    char *wanted = g_strndup(component, length - (size_t)(component - file));
    const char *best = NULL;
    const char *last = NULL;
    unsigned least_score = SCORE_FAR;
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        const char *origin = cg_node_origin(query->graph, node);
        if (!origin || g_strcmp0(origin, last) == 0) {
            continue;
        }
        last = origin;
        const char *name = last_component(origin, strlen(origin));
        unsigned score = suggest_score(wanted, name, strlen(name));
        if (score < least_score || (best && score == least_score && strcmp(origin, best) < 0)) {
            best = origin;
            least_score = score;
        }
    }
    g_free(wanted);
    if (best && component == file) {
        best = last_component(best, strlen(best));
    }
    return g_strdup(best);
}

char *query_suggest(struct query *query, const char *name, const char *file, size_t file_length)
{
    struct suggestion best[MAX_SUGGESTIONS];
    for (size_t i = 0; i < MAX_SUGGESTIONS; i++) {
        best[i] = (struct suggestion){SCORE_FAR, 0};
    }
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        if (!file || match_file(file, file_length, cg_node_origin(query->graph, node))) {
            consider(best, query, score_node(query, name, node), node);
        }
    }
    return join(query, best, file, file_length);
}
