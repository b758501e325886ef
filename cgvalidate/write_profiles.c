/* Writes profiles into one file that other tools read. */
#include "cgvalidate.h"

#include <united_profiles.h>

int write_run(const struct validate_settings *settings)
{
    struct cg_error error;
    struct united_counts counts;
    g_ptr_array_add(settings->profiles, NULL);
    const struct united_profiles wanted = {.inputs = (char **)settings->profiles->pdata,
                                           .output = settings->write_profile,
                                           .metric = settings->metric,
                                           .binary = settings->binary};
    int status = cli_write_united(&wanted, &counts, &error);
    if (status) {
        cli_report(&error);
        return cli_finish(CLI_TROUBLE);
    }
    cli_summary(wanted.output, "%s: %u call path%s, %u location%s", wanted.output, counts.contexts,
                cli_s(counts.contexts), counts.locations, cli_s(counts.locations));
    return cli_finish(CLI_OK);
}
