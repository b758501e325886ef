/* Prints the answer of `uses` as text. */
#include "verbs/uses/uses_verb.h"

#include <string.h>

enum { SHOWN = 50 };

static void print_lines_of(const struct entity_place *place)
{
    print_plain(place->file);
    printf(":%u", (unsigned)place->first);
    if (place->last > place->first) {
        printf("-%u", (unsigned)place->last);
    }
}

/* "options: variable, list.c:3, list.h:9" */
static void print_heading(const struct answers *answers, const struct answer *answer)
{
    const struct used_entity *entity = uses_entity(answers->uses, answer->entity);
    char *name = cli_printable(entity_shown(entity));
    print_colored(answers->query, "1", name);
    printf(": %s", entity_kind_word(entity->kind));
    guint count;
    const guint *places = uses_places_of(answers->uses, answer->entity, &count);
    for (guint i = 0; i < count; i++) {
        const struct entity_place *place = uses_place(answers->uses, places[i]);
        if (place->kind == entity->kind) {
            fputs(", ", stdout);
            print_lines_of(place);
        }
    }
    printf("; used by %zu function%s", answer->functions, cli_s(answer->functions));
    if (answer->others > 0) {
        printf(" and %zu definition%s", answer->others, cli_s(answer->others));
    }
    putchar('\n');
    g_free(name);
}

static void print_user(const struct answers *answers, const struct entity_use *use)
{
    if (use->owner == ENTITY_NONE) {
        fputs(query_name(answers->query, use->node), stdout);
        return;
    }
    const struct used_entity *owner = uses_entity(answers->uses, use->owner);
    const char *shown = entity_shown(owner);
    if (!strchr(shown, ' ')) {
        printf("%s ", entity_kind_word(owner->kind));
    }
    print_plain(shown);
}

static void print_line(const struct answers *answers, const struct answer_line *line)
{
    char *ways = use_words(line->use->ways);
    fputs("  ", stdout);
    print_plain(line->use->file ? line->use->file : "?");
    printf(":%u  ", (unsigned)line->use->line);
    print_user(answers, line->use);
    printf("  %s", ways);
    if (line->member != ENTITY_NONE) {
        const char *name = uses_entity(answers->uses, line->member)->name;
        putchar(' ');
        print_plain(strrchr(name, '.') + 1);
    }
    putchar('\n');
    g_free(ways);
}

void uses_print_text(const struct answers *answers)
{
    size_t limit = query_list_limit(answers->query, SHOWN);
    for (guint i = 0; i < answers->answers->len; i++) {
        const struct answer *answer = &g_array_index(answers->answers, struct answer, i);
        print_heading(answers, answer);
        for (guint k = 0; k < answer->lines->len && k < limit; k++) {
            print_line(answers, &g_array_index(answer->lines, struct answer_line, k));
        }
        cli_print_more(stdout, "  ", answer->lines->len > limit ? answer->lines->len - limit : 0,
                       NULL);
    }
    uses_note_missing(answers->uses);
}
