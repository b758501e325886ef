/*
 * What cgvalidate is asked for (options.c), and doing it (run.c, dump.c).
 */
#ifndef CGVALIDATE_CGVALIDATE_H
#define CGVALIDATE_CGVALIDATE_H

#include <cli.h>

#include <libcg/file.h>
#include <libcg/profile.h>

/** What --dump shows. */
enum dump_form {
    DUMP_NONE,
    DUMP_TREE,
    DUMP_FLAT,
    DUMP_EDGES,
    DUMP_FOLDED,
    DUMP_JSON,
    DUMP_METRICS,
};

struct validate_settings {
    char *graph;         /**< NULL with --dump */
    GPtrArray *profiles; /**< paths, "-" for standard input, in the order given */
    char *files_from;    /**< where more of them are listed, or NULL */
    char *binary;        /**< the program that wrote a gmon.out, or NULL */
    char *output;        /**< "-" for standard output */
    enum dump_form dump;
    char *metric;   /**< name of the metric to dump, or NULL */
    bool locations; /**< dump the values of each location */
    bool json;
    bool verbose;
    bool coverage; /**< by file */
    bool mangled;
    bool full_names;
    bool strict; /**< what sampled profiles miss counts as well */
    bool color;
    uint32_t max; /**< calls shown of a group; UINT32_MAX: all */
    char *sarif;  /**< files to write, or NULL */
    char *patch;
    char *annotate;
    bool one_graph; /**< patch and annotate are one file */
    char *write_baseline;
    char *baseline; /**< file to read, or NULL */
    struct cg_write_options write;
    char **strategies; /**< "KIND=STRATEGY", NULL or ended by NULL */
    char **plugins;    /**< paths, NULL or ended by NULL */
    bool list_formats;
    bool list_metadata;
};

/** Read the command line. @return false when the tool must exit with *code. */
bool validate_parse(struct validate_settings *settings, int *argc, char ***argv, int *code);

/** Release what validate_parse allocated. */
void validate_settings_free(struct validate_settings *settings);

/** Hold the graph against the profiles. @return the exit code */
int validate_run(const struct validate_settings *settings);

/** Show what the profiles hold, all together. @return the exit code */
int dump_run(const struct validate_settings *settings);

/** Called with what is read of one profile; see struct cg_profile_options. */
typedef bool profile_row_function(void *user, const struct cg_profile *profile,
                                  const struct cg_profile_row *row);

/**
 * Read a profile, showing progress on a terminal.
 *
 * @param out   receives a profile to release with cg_profile_free
 * @param row   told of values by location, or NULL; handed `user`
 * @return CG_OK or why not
 */
int profile_load(struct cg_profile **out, const char *path,
                 const struct validate_settings *settings, profile_row_function *row, void *user,
                 struct cg_error *error);

/** @return whether a profile has no names without --binary */
bool profile_needs_binary(const struct cg_profile *profile);

/** Tell when --binary is given and no profile needed it. */
void profile_tell_binary(const struct validate_settings *settings, bool needed);

/** What messages call a file: "<stdin>" for "-". */
const char *profile_title(const char *path);

#endif
