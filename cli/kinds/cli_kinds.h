/*
 * Kinds of metadata as tools load, list and merge them.
 */
#ifndef CLI_KINDS_CLI_KINDS_H
#define CLI_KINDS_CLI_KINDS_H

#include <glib.h>
#include <stdbool.h>

#include <libcg/metadata.h>
#include <libcg/plugin.h>

/** The metadata kinds of the library and of plug-ins. */
struct cli_kinds {
    struct cg_registry *registry;
    struct cg_plugins *plugins;
};

/** The option that loads plug-ins, for cli_kinds_load. `files` is the address of a char **; release
 *  it with g_strfreev. */
#define CLI_PLUGIN_OPTION(files)                                                                   \
    {                                                                                              \
        "plugin", 0,                                                                               \
        0,        G_OPTION_ARG_FILENAME_ARRAY,                                                     \
        files,    "Also load the plug-in FILE (CG_PLUGINS lists others); may be repeated",         \
        "FILE",                                                                                    \
    }

/**
 * Load the plug-ins of the environment variable CG_PLUGINS (paths separated by colons), then those
 * named on the command line. Reports errors.
 *
 * @param out   release with cli_kinds_free after all graphs read or merged with it
 * @param files paths, ended by NULL; or NULL
 * @return whether all are loaded
 */
bool cli_kinds_load(struct cli_kinds *out, char *const *files);

/** Unload plug-ins and release the kinds. All zeros is allowed. */
void cli_kinds_free(struct cli_kinds *kinds);

/** cg_metadata_walk_value; the tool ends if there is no memory. */
struct cg_value cli_walk_value(struct cg_metadata_walk *walk, const struct cg_graph *graph);

/** The names of places (enum cg_place), separated by commas; quoted for JSON. Release with
 *  g_free. */
char *cli_places_text(unsigned set, bool json);

/** Print the kinds to standard output, one per line, then the strategies; or as JSON:
 *  {"version":1,"kinds":[...],"strategies":[...]}. */
void cli_list_kinds(const struct cg_registry *registry, bool json);

/**
 * Check that all words have the form "KIND=STRATEGY".
 *
 * @param choices ended by NULL, or NULL
 * @return NULL, or an error text for the first wrong one, to release with g_free
 */
char *cli_strategies_check(char *const *choices);

/**
 * Set the strategies that merge values. Prints a note for each kind that is not registered.
 *
 * @param choices checked with cli_strategies_check; later ones win
 * @return CG_OK or what cg_registry_set_strategy returns
 */
int cli_strategies_choose(struct cg_registry *registry, char *const *choices,
                          struct cg_error *error);

/** Strategy i of all that --strategy accepts, or NULL. */
const struct cg_strategy *cli_strategy_at(size_t i);

#endif
