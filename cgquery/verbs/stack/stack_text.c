/* Prints stack bounds for people: the chain that needs most, then what is unknown. */
#include "verbs/stack/stack.h"

#include <stdlib.h>
#include <string.h>

/* Limits for unknown items: lines, and names on a line. */
#define MOST_LINES 10
#define MOST_NAMES 8
/* Functions of a cycle. */
#define MOST_CYCLE 12

/* The longest number, for the width of columns. */
static int width_of(int64_t bytes)
{
    char text[32];
    return MAX(snprintf(text, sizeof text, "%" G_GINT64_FORMAT, (gint64)bytes), 5);
}

static void print_row(int width, bool known, int64_t bytes, int64_t sum)
{
    if (known) {
        printf("  %*" G_GINT64_FORMAT, width, (gint64)bytes);
    } else {
        printf("  %*s", width, "?");
    }
    printf("  %*" G_GINT64_FORMAT "  ", width, (gint64)sum);
}

/* The first place of a call. */
static void print_place(const struct cg_site_list *sites)
{
    if (site_count(sites) > 0) {
        char *place = site_place(cg_site_list_at(sites, 0));
        printf("  %s", place);
        g_free(place);
    }
}

static void print_step(const struct stack_answer *answer, const struct cg_stack_step *step,
                       int width, int64_t *sum)
{
    struct query *query = answer->query;
    struct cg_site_list *sites =
        step->edge == CG_NONE ? NULL : query_sites(query, step->edge, CG_KEY_CALL_SITES);
    if (step->between > 0) {
        int64_t bytes;
        const char *through = stack_through(answer, sites, &bytes);
        *sum = stack_add(*sum, step->between);
        print_row(width, true, step->between, *sum);
        fputs("(through ", stdout);
        print_plain(through ? through : "?");
        puts(")");
    }
    *sum = stack_add(*sum, step->bytes);
    print_row(width, answer->frame[step->node] >= 0, step->bytes, *sum);
    fputs(query_name(query, step->node), stdout);
    if (step->activations) {
        printf(" in recursion, %" G_GUINT64_FORMAT " %s", (guint64)step->activations,
               step->activations == 1 ? "time" : "times");
    } else {
        print_place(sites);
    }
    putchar('\n');
    cg_site_list_free(sites);
}

static void print_path(const struct stack_answer *answer, const struct stack_entry *entry,
                       const struct stack_grounds *grounds)
{
    int width = width_of(entry->bytes);
    int64_t sum = 0;
    printf("  %*s  %*s  FUNCTION\n", width, "BYTES", width, "SUM");
    for (size_t i = 0; i < grounds->step_count; i++) {
        print_step(answer, &grounds->steps[i], width, &sum);
    }
    if (answer->bounds.red_zone > 0) {
        print_row(width, true, answer->bounds.red_zone, entry->bytes);
        puts("(red zone)");
    }
}

/* Unknown items */

static void print_cycle(struct query *query, const struct cg_stack_recursion *recursion)
{
    size_t shown = recursion->cycle_length <= MOST_CYCLE ? recursion->cycle_length : MOST_CYCLE / 2;
    printf("  recursion of %zu: ", recursion->member_count);
    for (size_t i = 0; i < shown; i++) {
        printf("%s -> ", query_name(query, recursion->cycle[i]));
    }
    if (shown < recursion->cycle_length) {
        printf("(%zu more) -> ", recursion->cycle_length - shown);
    }
    puts(query_name(query, recursion->cycle[0]));
}

static void print_more(guint lines, const char *what)
{
    if (lines > MOST_LINES) {
        printf("  and %u more %s\n", lines - MOST_LINES, what);
    }
}

static void print_recursions(const struct stack_answer *answer, const struct stack_grounds *grounds)
{
    const struct cg_stack_recursion *recursion;
    guint lines = 0;
    for (size_t i = 0; (recursion = cg_stack_recursion_at(answer->stack, i)); i++) {
        if (grounds->is_reached[recursion->members[0]] && lines++ < MOST_LINES) {
            print_cycle(answer->query, recursion);
        }
    }
    print_more(lines, "recursions");
}

static void print_unresolved_calls(const struct stack_answer *answer,
                                   const struct stack_grounds *grounds)
{
    struct query *query = answer->query;
    guint lines = 0;
    for (uint32_t i = 0; i < grounds->reached_count; i++) {
        cg_node node = grounds->reached[i];
        if (!(answer->doubts[node] & DOUBT_UNRESOLVED)) {
            continue;
        }
        struct cg_site_list *sites = query_sites(query, node, CG_KEY_UNRESOLVED_CALLS);
        GPtrArray *open = stack_open_sites(answer, sites, node);
        for (guint k = 0; k < open->len; k++) {
            if (lines++ < MOST_LINES) {
                fputs("  ", stdout);
                print_open(query, open->pdata[k]);
                printf(" in %s\n", query_name(query, node));
            }
        }
        g_ptr_array_unref(open);
        cg_site_list_free(sites);
    }
    print_more(lines, "unresolved calls");
}

/* @return how many there are; leaves the line open if there are any */
static guint begin_functions(const struct stack_answer *answer, const struct stack_grounds *grounds,
                             enum stack_doubt doubt, const char *word)
{
    guint count = 0;
    for (uint32_t i = 0; i < grounds->reached_count; i++) {
        count += (answer->doubts[grounds->reached[i]] & doubt) != 0;
    }
    if (!count) {
        return 0;
    }
    printf("  %s: %u", word, count);
    guint shown = 0;
    for (uint32_t i = 0; i < grounds->reached_count && shown < MOST_NAMES; i++) {
        cg_node node = grounds->reached[i];
        if (answer->doubts[node] & doubt) {
            printf(", %s", query_name(answer->query, node));
            shown++;
        }
    }
    fputs(shown < count ? ", …" : "", stdout);
    return count;
}

static void print_functions(const struct stack_answer *answer, const struct stack_grounds *grounds,
                            enum stack_doubt doubt, const char *word)
{
    if (begin_functions(answer, grounds, doubt, word)) {
        putchar('\n');
    }
}

static void print_later_calls(const struct stack_answer *answer,
                              const struct stack_grounds *grounds)
{
    if (begin_functions(answer, grounds, DOUBT_LATER, "may call back")) {
        guint callable = stack_count_callable(answer);
        printf(callable == 1 ? "; the address of %u function escapes\n"
                             : "; the addresses of %u functions escape\n",
               callable);
    }
}

static void print_doubts(const struct stack_answer *answer, const struct stack_entry *entry,
                         const struct stack_grounds *grounds)
{
    print_recursions(answer, grounds);
    print_unresolved_calls(answer, grounds);
    print_functions(answer, grounds, DOUBT_UNRECORDED, "unrecorded");
    print_functions(answer, grounds, DOUBT_GROWS, "grows");
    print_functions(answer, grounds, DOUBT_ESTIMATED, "estimate");
    print_functions(answer, grounds, DOUBT_FRAME, "no frame");
    print_functions(answer, grounds, DOUBT_LIBRARY, "library");
    print_functions(answer, grounds, DOUBT_CALLBACK, "callback");
    print_later_calls(answer, grounds);
    if (entry->bytes == G_MAXINT64) {
        puts("  overflow");
    }
    if (answer->part) {
        puts("  part");
    }
}

static void print_head(const struct stack_answer *answer, const struct stack_entry *entry)
{
    const struct query *query = answer->query;
    print_colored(query, "1", query_name(answer->query, entry->node));
    if (entry->verdict == CG_STACK_CERTAIN) {
        printf(": at most %" G_GINT64_FORMAT " bytes\n", (gint64)entry->bytes);
        return;
    }
    bool unbounded = entry->verdict == CG_STACK_UNBOUNDED;
    printf(": %" G_GINT64_FORMAT " bytes or more, ", (gint64)entry->bytes);
    print_colored(query, unbounded ? "31" : "33", unbounded ? "unbounded recursion" : "unknown");
    putchar('\n');
}

static int print_entry(const struct stack_answer *answer, const struct stack_entry *entry)
{
    struct stack_grounds grounds;
    int code = stack_find_grounds(&grounds, answer, entry);
    if (code == CLI_OK) {
        print_head(answer, entry);
        print_path(answer, entry, &grounds);
        print_doubts(answer, entry, &grounds);
    }
    stack_grounds_clear(&grounds);
    return code;
}

static void print_rest(const struct stack_answer *answer)
{
    guint rest = answer->entries->len - answer->shown;
    if (rest > 0) {
        guint counts[3] = {0};
        for (guint i = answer->shown; i < answer->entries->len; i++) {
            counts[g_array_index(answer->entries, struct stack_entry, i).verdict]++;
        }
        putchar('\n');
        cli_print_more(stdout, "", rest, "function");
        printf("  %u certain, %u unknown, %u unbounded\n", counts[CG_STACK_CERTAIN],
               counts[CG_STACK_UNKNOWN], counts[CG_STACK_UNBOUNDED]);
    }
}

int stack_print_text(const struct stack_answer *answer)
{
    int code = CLI_OK;
    for (guint i = 0; i < answer->shown && code == CLI_OK; i++) {
        if (i > 0) {
            putchar('\n');
        }
        code = print_entry(answer, &g_array_index(answer->entries, struct stack_entry, i));
    }
    if (code == CLI_OK) {
        print_rest(answer);
        print_part_note(answer->query);
    }
    return code;
}
