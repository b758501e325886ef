/* Reads a profile with the warnings and hints of the command line. */
#include "runs/profiles.h"

#include <files/cli_files.h>
#include <stdlib.h>
#include <string.h>

int profiles_read(struct cg_profile **out, const char *path, struct cg_error *error)
{
    struct cg_profile_options options = CG_PROFILE_OPTIONS_INIT;
    options.warn = cli_report_warning;
    int status = cg_profile_read_file(out, path, &options, error);
    if (status) {
        cli_explain_file(error, path, CLI_WANT_PROFILE);
    }
    if (status && !error->file[0]) {
        g_strlcpy(error->file, path, sizeof error->file);
    }
    return status;
}
