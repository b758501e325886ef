/* Finds names that resemble a name that no function has, by the number of edits between them. */
#include "names/chosen_functions.h"

#include <string.h>

#define MAX_SUGGESTIONS 3
#define COST_OF_NAME 64      /* of looking at one, in fields of edit_distance */
#define MOST_WORK (1u << 30) /* a few seconds, however many absent names there are */
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

/* The lower case of a text that is not too long to compare. */
struct folded {
    char text[LONGEST_COMPARED + 1];
    size_t length;
};

static void fold_case(struct folded *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        out->text[i] = g_ascii_tolower(text[i]);
    }
    out->length = length;
}

/* The fields of row i that a path of at most `limit` edits may go through. */
static size_t band_start(size_t i, size_t limit)
{
    return i > limit ? i - limit : 1;
}

/* One row of the table, and its least field. */
static unsigned fill_row(unsigned table[3][LONGEST_COMPARED + 2], size_t i, const struct folded *a,
                         const struct folded *b, size_t limit)
{
    unsigned *row = table[i % 3], *above = table[(i + 2) % 3], *two_above = table[(i + 1) % 3];
    size_t first = band_start(i, limit), last = MIN(b->length, i + limit);
    row[first - 1] = first == 1 ? (unsigned)i : (unsigned)limit + 1;
    unsigned best = row[first - 1];
    for (size_t j = first; j <= last; j++) {
        char x = a->text[i - 1], y = b->text[j - 1];
        row[j] = least(above[j] + 1, row[j - 1] + 1, above[j - 1] + (x != y));
        if (i > 1 && j > 1 && x == b->text[j - 2] && y == a->text[i - 2]) {
            row[j] = MIN(row[j], two_above[j - 2] + 1);
        }
        best = MIN(best, row[j]);
    }
    row[last + 1] = (unsigned)limit + 1;
    return best;
}

/*
 * Edit distance that counts a swap of neighbours as one edit and ignores case (optimal string
 * alignment). Rows i, i-1 and i-2 of the table take turns in three arrays. More than `limit` edits
 * count as limit + 1, so only the fields within `limit` of the diagonal matter (Ukkonen 1985), and
 * rows end when two of them hold nothing less.
 */
static unsigned edit_distance(const struct folded *a, const struct folded *b, size_t limit,
                              uint64_t *work)
{
    unsigned table[3][LONGEST_COMPARED + 2];
    unsigned before = 0, best = 0;
    for (size_t j = 0; j <= b->length + 1; j++) {
        table[0][j] = (unsigned)j;
        table[1][j] = table[2][j] = (unsigned)limit + 1;
    }
    for (size_t i = 1; i <= a->length && (before <= limit || best <= limit); i++) {
        before = best;
        best = fill_row(table, i, a, b, limit);
        *work += MIN(b->length, 2 * limit + 1);
    }
    bool far = before > limit && best > limit;
    return far ? (unsigned)limit + 1 : table[a->length % 3][b->length];
}

/* A search for similar names. */
struct search {
    const char *wanted;
    unsigned worst; /* only scores up to it are of use; others may come out as SCORE_FAR */
    uint64_t work;  /* done so far */
};

static unsigned score(struct search *search, const char *text, size_t length)
{
    size_t wanted_length = strlen(search->wanted);
    search->work += COST_OF_NAME;
    if (wanted_length > LONGEST_COMPARED || length > LONGEST_COMPARED || wanted_length == 0) {
        return SCORE_FAR;
    }
    struct folded a, b;
    fold_case(&a, search->wanted, wanted_length);
    fold_case(&b, text, length);
    size_t difference = MAX(length, wanted_length) - MIN(length, wanted_length);
    size_t limit = MIN(1 + wanted_length / 4, search->worst);
    if (difference <= limit) {
        unsigned distance = edit_distance(&a, &b, limit, &search->work);
        if (distance <= limit) {
            return distance;
        }
    }
    if ((wanted_length >= 3 && memmem(b.text, length, a.text, wanted_length)) ||
        (2 * length >= wanted_length && length >= 3 &&
         memmem(a.text, wanted_length, b.text, length))) {
        return SCORE_CONTAINS + (unsigned)difference;
    }
    return SCORE_FAR;
}

unsigned suggest_score(const char *wanted, const char *text, size_t length)
{
    return score(&(struct search){.wanted = wanted, .worst = SCORE_FAR}, text, length);
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
static unsigned score_linkage_names(struct search *search, const struct query *query, cg_node node)
{
    const char *const *others;
    uint32_t count = cg_node_other_names(query->graph, node, &others);
    const char *name = cg_node_name(query->graph, node);
    unsigned best = score(search, name, strlen(name));
    for (uint32_t i = 0; i < count; i++) {
        best = MIN(best, score(search, others[i], strlen(others[i])));
    }
    return best;
}

static unsigned score_node(struct search *search, struct query *query, cg_node node)
{
    unsigned linkage = score_linkage_names(search, query, node);
    size_t length;
    const char *name = query_short_base(query, node, &length);
    if (name == cg_node_name(query->graph, node)) {
        return linkage;
    }
    const char *last = g_strrstr_len(name, (gssize)length, "::");
    unsigned whole = score(search, name, length);
    unsigned part = last ? score(search, last + 2, length - (size_t)(last + 2 - name)) : SCORE_FAR;
    return least(linkage, whole, part);
}

static void consider(struct suggestion *best, const struct query *query, unsigned found,
                     cg_node node)
{
    for (size_t i = 0; i < MAX_SUGGESTIONS; i++) {
        if (best[i].score != SCORE_FAR && strcmp(cg_node_name(query->graph, best[i].node),
                                                 cg_node_name(query->graph, node)) == 0) {
            return;
        }
        if (found > best[i].score || found == SCORE_FAR ||
            (found == best[i].score && query_rank(query)[node] > query_rank(query)[best[i].node])) {
            continue;
        }
        memmove(&best[i + 1], &best[i], (MAX_SUGGESTIONS - 1 - i) * sizeof *best);
        best[i] = (struct suggestion){found, node};
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

static char *list_suggestions(struct query *query, const struct suggestion *best, const char *file,
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
        unsigned found = suggest_score(wanted, name, strlen(name));
        if (found < least_score || (best && found == least_score && strcmp(origin, best) < 0)) {
            best = origin;
            least_score = found;
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
    struct search search = {.wanted = name, .work = query->suggesting};
    struct suggestion best[MAX_SUGGESTIONS];
    cg_node count = cg_graph_node_count(query->graph);
    for (size_t i = 0; i < MAX_SUGGESTIONS; i++) {
        best[i] = (struct suggestion){SCORE_FAR, 0};
    }
    for (cg_node node = 0; node < count && search.work < MOST_WORK; node++) {
        if (!file || match_file(file, file_length, cg_node_origin(query->graph, node))) {
            search.worst = best[MAX_SUGGESTIONS - 1].score;
            consider(best, query, score_node(&search, query, node), node);
        }
    }
    query->suggesting = search.work;
    return list_suggestions(query, best, file, file_length);
}
