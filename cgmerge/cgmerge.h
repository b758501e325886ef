/*
 * What cgmerge is asked for (options.c) and doing it (run.c).
 */
#ifndef CGMERGE_CGMERGE_H
#define CGMERGE_CGMERGE_H

#include <cli.h>

#include <libcg/file.h>
#include <libcg/link.h>
#include <libcg/metadata.h>

struct merge_settings {
    GPtrArray *inputs; /**< paths, "-" for standard input, in the order given */
    char *output;      /**< "-" for standard output */
    unsigned jobs;     /**< threads that read */
    struct cg_write_options write;
    bool partial; /**< merge only: keep pointer facts, leave unresolved calls open */
    bool verbose;
    struct cg_link_options link;
    char **summaries;   /**< files of summaries, NULL or ended by NULL */
    char **plugins;     /**< paths, NULL or ended by NULL */
    char *entry;        /**< name of the entry point, or NULL */
    char **annotate;    /**< files of annotations, NULL or ended by NULL */
    char **strategies;  /**< "KIND=STRATEGY", NULL or ended by NULL */
    bool list_metadata; /**< list the kinds, and do nothing else */
    char *conflicts;    /**< where the report of conflicts goes, or NULL */
    bool json;          /**< list, or report conflicts, in JSON */
};

/** Read the command line. @return false when the tool must exit with *code. */
bool merge_parse(struct merge_settings *settings, int *argc, char ***argv, int *code);

/** Merge. @return the exit code */
int merge_run(const struct merge_settings *settings);

/** Hang what files say on the functions of the merged graph, and tell what came of it. @return
 *  CG_OK or why not */
int merge_annotate(struct cg_graph *whole, const struct merge_settings *settings,
                   const struct cg_registry *registry, struct cg_error *error);

/** Release what merge_parse allocated. */
void merge_settings_free(struct merge_settings *settings);

#endif
