/* The verb `uses`: who reads, writes, expands or declares with what is no function. */
#include "verbs/uses/uses_verb.h"

#include "names/chosen_functions.h"
#include "names/limit.h"

#include <string.h>

/* Gathering */

static gint by_place(gconstpointer a, gconstpointer b, gpointer user)
{
    const struct answers *answers = user;
    const struct entity_use *x = ((const struct answer_line *)a)->use;
    const struct entity_use *y = ((const struct answer_line *)b)->use;
    int order = x->file == y->file ? 0 : g_strcmp0(x->file, y->file);
    order = order ? order : (x->line > y->line) - (x->line < y->line);
    order = order ? order : (x->owner > y->owner) - (x->owner < y->owner);
    if (!order && x->node != y->node) {
        const uint32_t *rank = query_rank(answers->query);
        order = rank[x->node] < rank[y->node] ? -1 : 1;
    }
    uint32_t left = ((const struct answer_line *)a)->member;
    uint32_t right = ((const struct answer_line *)b)->member;
    return order ? order : (left + 1 > right + 1) - (left + 1 < right + 1);
}

static void add_lines(const struct answers *answers, struct answer *answer, uint32_t entity,
                      uint32_t member)
{
    size_t count;
    const struct entity_use *uses = uses_of(answers->uses, entity, &count);
    for (size_t i = 0; i < count; i++) {
        const struct answer_line line = {&uses[i], member};
        if (uses[i].owner != ENTITY_NONE || query_is_within(answers->query, uses[i].node)) {
            g_array_append_val(answer->lines, line);
        }
    }
}

/* Fields are named "TYPE.FIELD", beside their type. */
static void add_members(const struct answers *answers, struct answer *answer)
{
    const struct used_entity *type = uses_entity(answers->uses, answer->entity);
    const char *blank = strchr(type->name, ' ');
    char *begin = g_strdup_printf("%s.", blank ? blank + 1 : type->name);
    guint count = answers->uses->entities->len;
    for (guint i = uses_first_named(answers->uses, type->file, begin); i < count; i++) {
        const struct used_entity *field = uses_entity(answers->uses, i);
        if (field->file != type->file || !g_str_has_prefix(field->name, begin)) {
            break;
        }
        add_lines(answers, answer, i, i);
    }
    g_free(begin);
}

static void count_users(struct answer *answer)
{
    GHashTable *seen = g_hash_table_new(g_direct_hash, g_direct_equal);
    for (guint i = 0; i < answer->lines->len; i++) {
        const struct entity_use *use = g_array_index(answer->lines, struct answer_line, i).use;
        bool of_entity = use->owner != ENTITY_NONE;
        uintptr_t key = ((uintptr_t)(of_entity ? use->owner : use->node) << 1 | of_entity) + 2;
        if (g_hash_table_add(seen, (gpointer)key)) {
            answer->functions += !of_entity;
            answer->others += of_entity;
        }
    }
    g_hash_table_unref(seen);
}

static void answer_for(struct answers *answers, uint32_t entity)
{
    struct answer answer = {entity, g_array_new(FALSE, FALSE, sizeof(struct answer_line)), 0, 0};
    char kind = uses_entity(answers->uses, entity)->kind;
    add_lines(answers, &answer, entity, ENTITY_NONE);
    if (kind == 's' || kind == 't') {
        add_members(answers, &answer);
    }
    g_array_sort_with_data(answer.lines, by_place, answers);
    count_users(&answer);
    g_array_append_val(answers->answers, answer);
}

/* Names that mean nothing */

struct near {
    unsigned score;
    const char *name;
};

static char *similar(const struct uses *uses, const char *name)
{
    struct near best = {G_MAXUINT, NULL};
    for (guint i = 0; i < uses->entities->len; i++) {
        const char *shown = entity_shown(uses_entity(uses, i));
        unsigned score = suggest_score(name, shown, strlen(shown));
        if (score < best.score) {
            best = (struct near){score, shown};
        }
    }
    return best.name ? g_strdup_printf("; did you mean %s?", best.name) : g_strdup("");
}

static bool is_function(struct query *query, const char *name)
{
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        size_t length;
        const char *base = query_base_name(query, node, &length);
        if (strcmp(cg_node_name(query->graph, node), name) == 0 ||
            (strlen(name) == length && strncmp(base, name, length) == 0)) {
            return true;
        }
    }
    return false;
}

static int report_absent(const struct answers *answers, const char *name)
{
    struct query *query = answers->query;
    if (!uses_recorded(answers->uses)) {
        cli_error("%s records no macros, types and variables: collect it again, without --no-uses",
                  query->graph_name);
    } else if (is_function(query, name)) {
        cli_error("%s is a function: 'cgquery callers %s' shows who calls it", name, name);
    } else {
        char *hint = similar(answers->uses, name);
        cli_error("%s has no macro, type, enumerator, field or variable '%s' that a function "
                  "uses%s",
                  query->graph_name, name, hint);
        g_free(hint);
    }
    return CLI_TROUBLE;
}

/* Answering */

static int find_uses(struct answers *answers, char **names)
{
    GArray *entities = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    int code = CLI_OK;
    for (char **name = names; *name && code == CLI_OK; name++) {
        bool found = entities_named(entities, answers->uses, *name);
        code = found ? CLI_OK : report_absent(answers, *name);
    }
    for (guint i = 0; i < entities->len && code == CLI_OK; i++) {
        answer_for(answers, g_array_index(entities, uint32_t, i));
    }
    g_array_unref(entities);
    return code;
}

static void clear_answers(struct answers *answers)
{
    for (guint i = 0; i < answers->answers->len; i++) {
        g_array_unref(g_array_index(answers->answers, struct answer, i).lines);
    }
    g_array_unref(answers->answers);
    uses_free(answers->uses);
}

static int run_uses(struct query *query, char **arguments)
{
    struct answers answers = {
        .query = query,
        .uses = uses_read(query),
        .answers = g_array_new(FALSE, FALSE, sizeof(struct answer)),
    };
    int code = find_uses(&answers, arguments);
    if (code == CLI_OK) {
        size_t lines = 0;
        query->options.json ? uses_print_json(&answers) : uses_print_text(&answers);
        for (guint i = 0; i < answers.answers->len; i++) {
            lines += g_array_index(answers.answers, struct answer, i).lines->len;
        }
        query_sum_up(query, "%zu line%s use %s", lines, cli_s(lines),
                     answers.answers->len == 1 ? "it" : "them");
        code = lines > 0 ? CLI_OK : CLI_NO;
    }
    clear_answers(&answers);
    return code;
}

const struct verb verb_uses = {
    .name = "uses",
    .arguments = "[GRAPH] NAME [NAME...]",
    .summary = "Who reads, writes, expands or declares with what is no function.",
    .description =
        "NAME is a macro, type, enumerator, field, or variable outside of functions:\n"
        "  options, ns::options              a variable, of the program or of a file\n"
        "  LIMIT                             a macro or an enumerator\n"
        "  'struct list', list, list_t       a type; the uses of its fields are listed, too\n"
        "  list.next, next                   a field; first.next, of the type of a variable\n"
        "  list.h:LIMIT                      the same in one file, given by the end of its path\n"
        "  list.h:12, list.h:12-20           what is defined in these lines\n"
        "  'LIST_*'                          a glob\n"
        "If several things have the name, each is answered.\n"
        "\n"
        "One line per use, by file:\n"
        "  FILE:LINE  USER  WAY, WAY...\n"
        "USER is a function, or the definition of another macro, type or variable. The ways are:\n"
        "reads, writes and takes address (of variables and fields), expands (a macro, or asks\n"
        "whether it is defined), declares (with a type), holds (a value of the type, not only its\n"
        "address), casts, takes size. Calls of functions are not uses: see 'cgquery callers'.\n"
        "\n"
        "What is written through a pointer is not a use of the variable it points at: look at the\n"
        "lines that take its address.\n"
        "\n"
        "Examples:\n"
        "  cgquery uses global_options          who reads or writes it\n"
        "  cgquery uses BUFFER_SIZE client.flags\n"
        "\n"
        "JSON: \"entities\": \"name\", \"kind\", \"places\" (where it is defined or declared: "
        "\"file\",\n"
        "\"first\", \"last\") and \"uses\": \"function\", or \"in\" (\"name\" and \"kind\" of a "
        "definition),\n"
        "\"file\", \"line\", \"ways\" (read, write, address, expand, declare, hold, cast, size) "
        "and\n"
        "\"member\" where a field of the type is used; \"unrecorded\": the number of functions "
        "whose\n"
        "uses are not known.",
    .limit = LIMIT_LIST,
    .options = OPTIONS_COMMON | OPTION_MAX,
    .max_help = CLI_MAX_HELP("50 of each, with --json all"),
    .run = run_uses,
};
