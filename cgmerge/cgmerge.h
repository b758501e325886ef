/*
 * cgmerge's settings (options.c) and what it does with them (run.c, annotations.c).
 */
#ifndef CGMERGE_CGMERGE_H
#define CGMERGE_CGMERGE_H

#include "programs/carried.h"

#include <cli.h>

#include <libcg/file.h>
#include <libcg/link.h>
#include <libcg/metadata.h>

struct merge_settings {
    GPtrArray *inputs;          /**< paths, "-" for standard input, in the order given */
    struct carried carried;     /**< what programs and objects among the inputs name */
    gboolean separate_programs; /**< keep definitions of one name apart */
    char *output;               /**< "-" for standard output; NULL: only to `embed` */
    char *embed;                /**< ELF file that gets the graph, or NULL */
    unsigned jobs;              /**< threads that read */
    struct cg_write_options write;
    gboolean partial; /**< only merge: keep pointer facts, resolve no calls */
    gboolean verbose;
    struct cg_link_options link;
    char **summaries;       /**< summary files; NULL or ended by NULL */
    char **plugins;         /**< paths, NULL or ended by NULL */
    char *entry;            /**< name of the entry point, or NULL */
    char **annotate;        /**< annotation files; NULL or ended by NULL */
    char **strategies;      /**< "KIND=STRATEGY", NULL or ended by NULL */
    gboolean list_metadata; /**< only list the kinds */
    char *conflicts;        /**< file for the report of conflicts, or NULL */
    bool strict;            /**< several definitions of a function are findings */
    gboolean json;          /**< list kinds or report conflicts as JSON */
};

/** Read the command line. @return false when the tool must exit with *code. */
bool merge_parse(struct merge_settings *settings, int *argc, char ***argv, int *code);

/** Merge. @return the exit code */
int merge_run(const struct merge_settings *settings);

/** Attach metadata from the --annotate files to the functions of the merged graph, and report how
 *  it went. @return CG_OK or the first error */
int merge_annotate(struct cg_graph *whole, const struct merge_settings *settings,
                   const struct cg_registry *registry, struct cg_error *error);

/** Release what merge_parse allocated. */
void merge_settings_free(struct merge_settings *settings);

#endif
