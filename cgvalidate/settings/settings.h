/*
 * What the command line of cgvalidate says.
 */
#ifndef CGVALIDATE_SETTINGS_SETTINGS_H
#define CGVALIDATE_SETTINGS_SETTINGS_H

#include <cli.h>

#include <libcg/file.h>

/** The forms of --dump. */
enum dump_form {
    DUMP_NONE,
    DUMP_TREE,
    DUMP_FLAT,
    DUMP_EDGES,
    DUMP_FOLDED,
    DUMP_JSON,
    DUMP_METRICS,
    DUMP_WRITE, /**< --write: into a file that tools read */
};

struct validate_settings {
    char *graph;         /**< NULL with --dump */
    GPtrArray *profiles; /**< paths, "-" for standard input, in the order given */
    char *files_from;    /**< file that lists more profiles, or NULL */
    char *binary;        /**< the program that wrote a gmon.out, or NULL */
    char *output;        /**< "-" for standard output */
    enum dump_form dump;
    char *write_profile; /**< file to write the profiles to, or NULL */
    char *metric;        /**< metric to dump, or NULL */
    gboolean locations;  /**< dump the values of each location */
    gboolean json;
    gboolean verbose;
    gboolean coverage; /**< show it for each file */
    gboolean mangled;
    gboolean full_names;
    gboolean strict; /**< missing calls seen only in samples count too */
    bool color;
    uint32_t max; /**< calls shown of each group; UINT32_MAX: all */
    char *sarif;  /**< files to write, or NULL */
    char *patch;
    char *annotate;
    bool one_graph; /**< patch and annotate name the same file */
    char *write_baseline;
    char *baseline; /**< file to read, or NULL */
    struct cg_write_options write;
    char **strategies; /**< "KIND=STRATEGY", NULL or ended by NULL */
    char **plugins;    /**< paths, NULL or ended by NULL */
    gboolean list_formats;
    gboolean list_metadata;
};

/** Read the command line. @return false when the tool must exit with *code. */
bool validate_parse(struct validate_settings *settings, int *argc, char ***argv, int *code);

/** Release what validate_parse allocated. */
void validate_settings_free(struct validate_settings *settings);

#endif
