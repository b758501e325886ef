/*
 * Looks for cgrecord beside the running tool and then on the PATH, and asks what a probe costs with
 * it.
 */
#include "runs/recorder.h"

#include <files/cli_files.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

char *recorder_find(void)
{
    char tool[4096] = "";
    ssize_t length = readlink("/proc/self/exe", tool, sizeof tool - 1);
    char *bin = g_path_get_dirname(length > 0 ? tool : ".");
    char *path = g_build_filename(bin, "cgrecord", NULL);
    if (!g_file_test(path, G_FILE_TEST_IS_EXECUTABLE)) {
        g_free(path);
        path = g_find_program_in_path("cgrecord");
    }
    g_free(bin);
    return path;
}

double recorder_probe(const struct query *query, const char *tool, double usual)
{
    double nanoseconds = query->options.probe_ns;
    if (!isnan(nanoseconds)) {
        return nanoseconds * 1e-9;
    }
    if (g_strcmp0(tool, "cgrecord") != 0 || !cli_probe_read(&nanoseconds, query->by_xray)) {
        return usual;
    }
    cli_note("a probe%s takes %.1f ns here, as cgrecord calibrate measured",
             query->by_xray ? CLI_BY_XRAY : "", nanoseconds);
    return nanoseconds * 1e-9;
}
