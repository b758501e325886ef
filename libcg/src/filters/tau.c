/*
 * Select files of TAU: a list of names, or of files, to include or exclude. One on each line; # is
 * any text, ? one character; one that begins with # is quoted. Exclusion comes before inclusion.
 */
#include "filters/filter_rules.h"

#include "base/compare.h"

#include <string.h>

enum list { NO_LIST, FUNCTIONS, FILES, STATEMENTS };

struct parsing {
    struct filter_reader *reader;
    enum list list;
    bool include;
};

/* @return whether a line begins or ends a list; sets *status */
static bool take_list(struct parsing *p, const char *text, size_t length, int *status)
{
    static const struct {
        const char *word;
        enum list list;
        bool include, end;
    } words[] = {
        {"BEGIN_INCLUDE_LIST", FUNCTIONS, true, false},
        {"END_INCLUDE_LIST", FUNCTIONS, true, true},
        {"BEGIN_EXCLUDE_LIST", FUNCTIONS, false, false},
        {"END_EXCLUDE_LIST", FUNCTIONS, false, true},
        {"BEGIN_FILE_INCLUDE_LIST", FILES, true, false},
        {"END_FILE_INCLUDE_LIST", FILES, true, true},
        {"BEGIN_FILE_EXCLUDE_LIST", FILES, false, false},
        {"END_FILE_EXCLUDE_LIST", FILES, false, true},
        {"BEGIN_INSTRUMENT_SECTION", STATEMENTS, true, false},
        {"END_INSTRUMENT_SECTION", STATEMENTS, true, true},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (text_is(text, length, words[i].word)) {
            bool fits = words[i].end ? p->list == words[i].list && p->include == words[i].include
                                     : p->list == NO_LIST;
            *status = fits ? CG_OK : filter_fail(p->reader, "this list does not begin or end here");
            p->list = words[i].end ? NO_LIST : words[i].list;
            p->include = words[i].include;
            return true;
        }
    }
    return false;
}

static int take_entry(struct parsing *p, const char *text, size_t length, bool exclusions)
{
    struct filter_rules *rules = p->reader->rules;
    if (p->list == FUNCTIONS && p->include) {
        rules->functions = false;
    } else if (p->list == FILES && p->include) {
        rules->files = false;
    }
    if (p->list == STATEMENTS || p->include == exclusions) {
        return CG_OK;
    }
    if (length > 1 && *text == '"' && text[length - 1] == '"') {
        text++;
        length -= 2;
    }
    return filter_add(p->reader, p->include, p->list == FILES ? FILTER_FILE : FILTER_TAU,
                      p->list == FILES ? FILTER_GLOB : FILTER_TAU_GLOB, text, length);
}

/* Rules to exclude come last, and so decide. */
static int parse_rules(struct filter_reader *reader, bool exclusions)
{
    struct parsing p = {.reader = reader};
    const char *text;
    size_t length;
    int status = CG_OK;
    while (!status && filter_line(reader, &text, &length)) {
        if (length == 0 || (*text == '#') || take_list(&p, text, length, &status)) {
            continue;
        }
        status = p.list == NO_LIST ? filter_fail(reader, "the beginning of a list is expected here")
                                   : take_entry(&p, text, length, exclusions);
    }
    return !status && p.list != NO_LIST ? filter_fail(reader, "the list has no end") : status;
}

int filter_parse_tau(struct filter_reader *reader)
{
    struct filter_reader again = *reader;
    reader->rules->functions = reader->rules->files = true;
    int status = parse_rules(reader, false);
    return status ? status : parse_rules(&again, true);
}

/* Writing */

/* Lines that begin with # are comments, some begin and end lists, and quotes around a line are not
 * of the name. */
static void add_line(struct cg_text *out, const char *before, const char *name, const char *after)
{
    char first = *before ? *before : *name;
    bool word = text_begins(name, "BEGIN_") || text_begins(name, "END_");
    const char *quote = first == '#' || first == '"' || word ? "\"" : "";
    cg_text_add(out, quote);
    cg_text_add(out, before);
    cg_text_add(out, name);
    cg_text_add(out, after);
    cg_text_add(out, quote);
    cg_text_add(out, "\n");
}

/* With and without a result type, which may end in * or &. Of C functions parameters are not known.
 */
static void add_function(const struct filter_writer *w, cg_node node)
{
    static const char *const starts[] = {"", "# ", "#*", "#&"};
    const char *name = shown_readable(w->shown, node);
    bool typed = w->shown->readable[node] != NULL;
    if (!typed) {
        add_line(w->out, "", name, "");
    }
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        add_line(w->out, starts[i], name, typed ? "" : "(#");
    }
}

static bool is_named(const struct filter_writer *w, cg_node node)
{
    return w->set[node] && filter_can_name(shown_readable(w->shown, node), "");
}

int filter_write_tau(const struct filter_writer *w, struct cg_error *error)
{
    (void)error;
    bool any = false;
    for (cg_node node = 0; node < w->shown->nodes; node++) {
        any = any || is_named(w, node);
    }
    if (!any) { /* an empty list includes everything */
        cg_text_add(w->out, "BEGIN_EXCLUDE_LIST\n\"#\"\nEND_EXCLUDE_LIST\n");
        return CG_OK;
    }
    cg_text_add(w->out, "BEGIN_INCLUDE_LIST\n");
    for (uint32_t number = 0; number < w->shown->nodes; number++) {
        cg_node node = w->shown->order[number];
        if (is_named(w, node)) {
            add_function(w, node);
        }
    }
    cg_text_add(w->out, "END_INCLUDE_LIST\n");
    return CG_OK;
}
