/*
 * The one table of exit statuses: --help of every tool and verb prints its row, and the manual
 * pages take it from there.
 *
 * One convention holds for all: 0 is yes, something listed or nothing wrong; 1 is no, nothing
 * listed or findings; 2 is an error; 3 is unknown. It makes these read as they run:
 *
 *     if cgquery reach app.mcg main abort; then ...    a question: 0 is yes
 *     if cgquery callers app.mcg old_api; then ...     a list: 0 when it has entries, as grep
 *     cgquery check app.mcg layers.rules               a test: 0 when nothing is wrong, as diff
 *
 * A verb is a test only if what it finds is wrong by itself: dead code, a difference, a violated
 * rule, a limit exceeded. Recursion is not, so `cycles` is a list; a rule of `check` forbids it.
 *
 * 3 stands in for the answer that a graph with unresolved calls cannot give: for "no" and "nothing
 * is listed", and for "nothing is wrong". A yes, a list with entries and a finding are certain.
 */
#include "cli.h"

#include <string.h>

#define EXITS 4
#define ERROR "an error"
#define MAY_BE "none is known, but unresolved calls or code not collected may make one"

static const struct row {
    const char *command;
    const char *meanings[EXITS]; /**< by status; NULL: is not used */
} rows[] = {
    {"cgcollect", {"all files are complete", "some files are partial or missing", ERROR}},
    {"cgmerge",
     {"done", "with --conflicts=error: several files define a function; the graph is written",
      ERROR}},
    {"cgvalidate",
     {"no call is missing; with --dump or --write: done", "calls are missing", ERROR}},
    {"cgrecord",
     {"the command succeeded and there is a profile", "that of the command",
      "an error, or that of the command"}},
    {"cgrecord calibrate", {"done", NULL, ERROR}},
    {"cgrecord merge", {"done", NULL, ERROR}},
    {"cgquery",
     {"yes; something is listed; nothing is wrong", "no; nothing is listed; something is wrong",
      ERROR, "unknown: unresolved calls or code not collected decide"}},
    {"cgquery callees", {"it has callees", "it calls nothing", ERROR, MAY_BE}},
    {"cgquery callers", {"it has callers", "nothing calls it", ERROR, MAY_BE}},
    {"cgquery check",
     {"every rule holds, or the baseline has all there is to say", "a rule is violated", ERROR,
      "no rule is violated, but one is unknown"}},
    {"cgquery common",
     {"there is one", "there is none", ERROR, "none is known, but unresolved calls may make one"}},
    {"cgquery complete", {"done", NULL, ERROR}},
    {"cgquery cycles",
     {"there are cycles", "there is none", ERROR,
      "none is known, but unresolved calls may close one"}},
    {"cgquery dead",
     {"no function is dead", "functions are dead", ERROR,
      "no function is known to be dead, but some may be"}},
    {"cgquery diff", {"nothing differs", "something differs", ERROR}},
    {"cgquery dominators",
     {"the entries lead to every NAME", "they do not lead to some NAME", ERROR,
      "they do not lead to some NAME by known calls, but unresolved calls may"}},
    {"cgquery browse", {"done", NULL, "an error; with --output, FILE stays as it was"}},
    {"cgquery export", {"done", NULL, "an error; FILE stays as it was"}},
    {"cgquery impact",
     {"the change touches functions; with --format=tests: tests",
      "it touches no function of the graph; no test", ERROR,
      "with --format=tests: no test is known to lead there, but some may"}},
    {"cgquery instrument", {"functions are chosen", "none is", ERROR}},
    {"cgquery models", {"something is listed", "nothing is listed", ERROR}},
    {"cgquery refine", {"the budget holds", "it does not", ERROR}},
    {"cgquery leaves", {"something is listed", "nothing is listed", ERROR}},
    {"cgquery path", {"there is a path", "there is none", ERROR, MAY_BE}},
    {"cgquery postdominators",
     {"every NAME leads to an end", "some NAME leads to no end", ERROR,
      "some NAME leads to no end by known calls, but unresolved calls may"}},
    {"cgquery reach", {"yes", "no", ERROR, "unknown"}},
    {"cgquery roots", {"something is listed", "nothing is listed", ERROR}},
    {"cgquery select", {"the set has functions", "the set is empty", ERROR}},
    {"cgquery show", {"something is shown", "no function or value to show", ERROR}},
    {"cgquery stack",
     {"no entry needs more than --limit; without it: done",
      "an entry needs more by calls that are known, or recursion has no bound", ERROR,
      "no entry is known to need more than --limit, but one may"}},
    {"cgquery stats", {"done", NULL, ERROR}},
    {"cgquery top", {"something is listed", "nothing is listed", ERROR}},
    {"cgquery unresolved", {"calls are listed", "all calls are known", ERROR}},
    {"cgquery uses", {"there are uses", "there is none", "an error; the graph has no such NAME"}},
    {"cgquery why", {"yes", "no", ERROR, "unknown"}},
};

void cli_exit_print(FILE *out, const char *command)
{
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (strcmp(rows[i].command, command) != 0) {
            continue;
        }
        fputs("\nExit status:\n", out);
        for (int status = 0; status < EXITS; status++) {
            if (rows[i].meanings[status]) {
                fprintf(out, "  %d  %s\n", status, rows[i].meanings[status]);
            }
        }
    }
}
