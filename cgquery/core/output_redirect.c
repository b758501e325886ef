/*
 * Puts a temporary file in place of standard output while a verb prints, and renames it only if the
 * verb succeeds.
 */
#include "core/output_redirect.h"

#include <errno.h>
#include <files/cli_files.h>
#include <string.h>
#include <unistd.h>

int redirect_begin(struct redirect *redirect, const struct query *query, const char *also)
{
    struct cg_error error;
    const char *path = query->options.output;
    *redirect = (struct redirect){.kept = -1};
    if (!path || strcmp(path, "-") == 0) {
        return CLI_OK;
    }
    if (cli_output_is_input(path, query->graph_path) || (also && cli_output_is_input(path, also))) {
        cli_error("%s would be overwritten while it is read", path);
        return CLI_TROUBLE;
    }
    if (cli_output_open(&redirect->output, path, &error)) {
        cli_report(&error);
        return CLI_TROUBLE;
    }
    redirect->kept = dup(STDOUT_FILENO);
    if (redirect->kept < 0 || dup2(fileno(redirect->output.stream), STDOUT_FILENO) < 0) {
        cli_error("%s: cannot write: %s", path, g_strerror(errno));
        cli_output_discard(&redirect->output);
        return CLI_TROUBLE;
    }
    return CLI_OK;
}

int redirect_end(struct redirect *redirect, int code)
{
    struct cg_error error;
    if (redirect->kept < 0) {
        return code;
    }
    bool failed = ferror(stdout);
    errno = 0;
    failed = fflush(stdout) || failed;
    int reason = errno ? errno : EIO;
    clearerr(stdout);
    dup2(redirect->kept, STDOUT_FILENO);
    close(redirect->kept);
    if (failed) {
        cli_error("%s: cannot write: %s", redirect->output.path, g_strerror(reason));
        code = CLI_TROUBLE;
    }
    if (code == CLI_TROUBLE) {
        cli_output_discard(&redirect->output);
    } else if (cli_output_finish(&redirect->output, &error)) {
        cli_report(&error);
        code = CLI_TROUBLE;
    }
    return code;
}
