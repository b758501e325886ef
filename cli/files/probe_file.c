/* Where cgrecord calibrate keeps what a probe costs, for those who predict overhead. */
#include "cli.h"
#include "files/cli_files.h"

#include <math.h>

char *cli_probe_file(bool by_xray)
{
    return g_build_filename(g_get_user_cache_dir(), "cgrecord",
                            by_xray ? "probe-ns-xray" : "probe-ns", NULL);
}

bool cli_probe_read(double *nanoseconds, bool by_xray)
{
    char *path = cli_probe_file(by_xray), *text = NULL, *end;
    bool found = g_file_get_contents(path, &text, NULL, NULL);
    double number = found ? g_ascii_strtod(text, &end) : 0;
    found = found && end != text && number >= 0 && isfinite(number);
    if (found) {
        *nanoseconds = number;
    }
    g_free(text);
    g_free(path);
    return found;
}
