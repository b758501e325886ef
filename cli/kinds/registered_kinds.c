/* Loads the metadata kinds of plug-ins beside the built-in ones. */
#include "cli.h"

#include "kinds/cli_kinds.h"
#include <libcg/kinds.h>

#define VARIABLE "CG_PLUGINS"

static int fail_empty(const char *where, struct cg_error *error)
{
    return cli_fail(error, CG_E_ARGUMENT, NULL, "%s has an empty path", where);
}

static int load_listed(const struct cli_kinds *kinds, const char *list, struct cg_error *error)
{
    char **paths = g_strsplit(list, ":", -1);
    int status = CG_OK;
    for (char **path = paths; *path && !status; path++) {
        if (**path) {
            status = cg_plugins_load(kinds->plugins, kinds->registry, *path, error);
        } else {
            status = fail_empty(VARIABLE, error);
        }
    }
    g_strfreev(paths);
    return status;
}

static int load_all(struct cli_kinds *kinds, char *const *files, struct cg_error *error)
{
    const char *listed = g_getenv(VARIABLE);
    int status = cg_registry_new(&kinds->registry, error);
    status = status ? status : cg_registry_add_builtin(kinds->registry, error);
    status = status ? status : cg_plugins_new(&kinds->plugins, error);
    if (!status && listed && *listed) {
        status = load_listed(kinds, listed, error);
    }
    for (; files && *files && !status; files++) {
        if (!**files) {
            return fail_empty("--plugin", error);
        }
        status = cg_plugins_load(kinds->plugins, kinds->registry, *files, error);
    }
    return status;
}

bool cli_kinds_load(struct cli_kinds *out, char *const *files)
{
    struct cg_error error;
    *out = (struct cli_kinds){0};
    int status = load_all(out, files, &error);
    if (status) {
        cli_report(&error);
        cli_kinds_free(out);
    }
    return !status;
}

void cli_kinds_free(struct cli_kinds *kinds)
{
    cg_registry_free(kinds->registry);
    cg_plugins_free(kinds->plugins);
    *kinds = (struct cli_kinds){0};
}
