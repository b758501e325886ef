/*
 * cgcollect's command line.
 */
#ifndef CGCOLLECT_DRIVER_OPTIONS_H
#define CGCOLLECT_DRIVER_OPTIONS_H

#include <cli.h>
#include <kinds/cli_kinds.h>

#include "driver/collect_unit.h"
#include "metadata/collectable_kinds.h"

/** The parsed command line. */
struct options {
    enum ir_wish ir;
    gboolean runtime;
    gboolean trivial;
    gboolean builtins;
    char *clang;      /**< --clang, or NULL */
    char *database;   /**< -p, or NULL */
    char *output;     /**< -o, or NULL */
    char *output_dir; /**< --output-dir, or NULL */
    char *root;       /**< --root, or NULL */
    int jobs;
    int timeout;
    int max_memory; /**< MiB; 0: no limit */
    gboolean trust_compiler;
    gboolean fresh;
    gboolean watch;
    char *then; /**< --then, or NULL */
    gboolean verbose;
    gboolean list_metadata;
    gboolean json;
    char **plugins;         /**< --plugin; NULL or ended by NULL */
    struct cli_kinds known; /**< metadata kinds of the library and of plug-ins */
    struct collectable_kinds collectable;
    const struct collected_kind **kinds; /**< --metadata; ended by NULL */
    char **files;                        /**< ended by NULL; part of argv */
    char **flags;                        /**< the words after "--"; ended by NULL */
    char **compiler;                     /**< --cc: its command line, ended by NULL; or NULL */
    char *log;                           /**< --log, or NULL */
    char *object_map;                    /**< --object-map, or NULL */
    gboolean strict;                     /**< --require-graph */
};

/**
 * Read the command line.
 *
 * @param exit_code the exit code, if the tool must exit
 * @return true to go on
 */
bool options_parse(struct options *options, int argc, char **argv, int *exit_code);

/** Release the options. */
void options_clear(struct options *options);

#endif
