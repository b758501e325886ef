#include "cli.h"

#include <libcg/kinds.h>

#define VARIABLE "CG_PLUGINS"

static int load_listed(struct cli_plugins *plugins, const char *list, struct cg_error *error)
{
    char **paths = g_strsplit(list, ":", -1);
    int status = CG_OK;
    for (char **path = paths; *path && !status; path++) {
        if (**path) {
            status = cg_plugins_load(plugins->plugins, plugins->registry, *path, error);
        } else {
            *error = (struct cg_error){.status = CG_E_ARGUMENT};
            g_strlcpy(error->text, VARIABLE ": an empty name between colons", sizeof error->text);
            status = CG_E_ARGUMENT;
        }
    }
    g_strfreev(paths);
    return status;
}

int cli_plugins_load(struct cli_plugins *out, char *const *files, struct cg_error *error)
{
    const char *listed = g_getenv(VARIABLE);
    *out = (struct cli_plugins){0};
    int status = cg_registry_new(&out->registry, error);
    status = status ? status : cg_registry_add_builtin(out->registry, error);
    status = status ? status : cg_plugins_new(&out->plugins, error);
    if (!status && listed && *listed) {
        status = load_listed(out, listed, error);
    }
    for (; files && *files && !status; files++) {
        status = cg_plugins_load(out->plugins, out->registry, *files, error);
    }
    if (status) {
        cli_plugins_free(out);
    }
    return status;
}

void cli_plugins_free(struct cli_plugins *plugins)
{
    cg_registry_free(plugins->registry);
    cg_plugins_free(plugins->plugins);
    *plugins = (struct cli_plugins){0};
}
