/*
 * Turns missing calls into lines of a baseline, marks those that the file has, and writes all of
 * them anew.
 */
#include "report/baseline.h"

#include "report/report.h"

char *baseline_line(const struct cg_checked_call *call)
{
    char *text = g_strconcat(call->caller_name, " -> ", call->callee_name, NULL);
    char *line = cli_baseline_line(text);
    g_free(text);
    return line;
}

static bool is_call(const char *line)
{
    return cli_baseline_arrow(line) != NULL;
}

struct cli_baseline *baseline_read(const char *path)
{
    return cli_baseline_read(path, is_call, "CALLER -> CALLEE");
}

bool baseline_mark(struct cli_baseline *baseline, const struct cg_checked_call *call)
{
    char *line = baseline_line(call);
    bool has = cli_baseline_meet(baseline, line,
                                 call_is_missing(call) ? BASELINE_MISSING : BASELINE_STALE);
    g_free(line);
    return has;
}

int baseline_write(const char *path, const struct cg_validation *validation, struct cg_error *error)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    size_t count = cg_validation_count(validation);
    for (size_t i = 0; i < count; i++) {
        const struct cg_checked_call *call = cg_validation_at(validation, i);
        if (call_is_missing(call)) {
            g_ptr_array_add(lines, baseline_line(call));
        }
    }
    int status = cli_baseline_write(
        path, "Calls that the graph is known to lack; see cgvalidate --baseline.", lines, error);
    g_ptr_array_unref(lines);
    return status;
}
