/*
 * cgrecord's settings (options.c), and what it does with them: record.c runs a command and writes
 * what it left; merge.c unites profiles; calibrate.c measures what a probe costs.
 */
#ifndef CGRECORD_CGRECORD_H
#define CGRECORD_CGRECORD_H

#include <cli.h>

#include <libcg/profile_write.h>

#include <sys/resource.h>
#include <sys/stat.h>

/** How calls are recorded. */
enum record_mode {
    RECORD_AUTO,
    RECORD_HOOKS,  /**< functions compiled with -finstrument-functions call us */
    RECORD_XRAY,   /**< functions compiled with -fxray-instrument are patched */
    RECORD_SAMPLE, /**< the stacks of threads are looked at many times a second */
};

struct record_settings {
    char *output;              /**< "-" for standard output */
    struct stat output_before; /**< of its file when the command began; all 0: there was none */
    char **command;            /**< ended by NULL; borrowed from argv */
    enum record_mode mode;
    bool mode_given;    /**< it was not chosen by way_choose */
    uint64_t memory;    /**< bytes that a process may record */
    uint32_t recursion; /**< how often a call site may be on a path; 0: any number */
    uint32_t rate;      /**< samples a second; 0: no times */
    gboolean timers;    /**< RECORD_SAMPLE: by timers in the processes, not by the system */
    uint32_t stack;     /**< RECORD_SAMPLE: bytes of each stack that the system copies */
    char *events;       /**< metrics to count, or the file that defines them; NULL: none */
    gboolean clock;     /**< measure times at each call */
    gboolean below;     /**< all threads are below the path that made them */
    char *filter;       /**< file that says which functions are recorded; NULL: all are */
    char **only_below;  /**< sets: calls are recorded below these functions alone; NULL: anywhere */
    char **not_below;   /**< sets: calls are not recorded below these functions; NULL: none */
    char *control;      /**< file that says whether calls are recorded now; NULL: they are */
    char *time;         /**< file for the time that the command took, or NULL */
    char *keep;         /**< directory to leave the recordings in, or NULL */
    gboolean study;     /**< record nothing, but compare what recording costs */
    char *bare;         /**< of a study: command of the program without probes, or NULL */
    uint32_t repetitions; /**< of a study */
};

/** Read the command line of a recording. @return false when the tool must exit with *code */
bool record_parse(struct record_settings *settings, int *argc, char ***argv, int *code);

/** Record. @param settings what is open in them is decided @return the exit code: that of the
 * command, or CLI_TROUBLE */
int record_run(struct record_settings *settings);

/** What `cgrecord merge` takes. */
extern const struct cli_command merge_command;

/** What `cgrecord calibrate` takes. */
extern const struct cli_command calibrate_command;

/** `cgrecord calibrate`. @return the exit code */
int calibrate_main(int argc, char **argv);

/** `cgrecord merge`. @return the exit code */
int merge_main(int argc, char **argv);

/** Write a profile to a file as .cubex. @param values see struct cg_profile_write_options
 *  @return CG_OK or the first error */
int record_write(const struct cg_profile *profile, const char *path,
                 bool (*values)(void *, const struct cg_profile_row *, double *), void *user,
                 struct cg_error *error);

/** The CPU time of processes, in seconds. */
static inline double record_cpu_seconds(const struct rusage *usage)
{
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) * 1e-6;
}

#endif
