/*
 * What is to be collected: which commands, and where each graph goes.
 */
#ifndef CGCOLLECT_DRIVER_TASKS_H
#define CGCOLLECT_DRIVER_TASKS_H

#include "driver/collect.h"
#include "driver/options.h"

/** All that is to be collected. */
struct tasks {
    GPtrArray *commands; /**< owned: of struct compile_command */
    struct collect_task *items;
    size_t count;
    unsigned skipped; /**< entries of the database that are none */
    char *root;
    char *resource_dir;
    char *clang;          /**< the driver that makes IR, or NULL */
    char *no_clang;       /**< why there is none */
    char *output_dir;     /**< NULL: each task's output stands alone */
    char *const *outputs; /**< borrowed; of each task, or NULL: as the options say */
};

/**
 * Make tasks of the options; tells what is wrong.
 *
 * @return CLI_OK or CLI_TROUBLE; release with tasks_clear in any case
 */
int tasks_make(struct tasks *tasks, const struct options *options);

/**
 * Make tasks of what a compiler has just compiled; tells what is wrong. Without a root files are
 * named by their absolute paths: other compilers of the same build run in other directories.
 *
 * @param commands of struct compile_command; taken over
 * @param outputs  the graph of each, absolute paths; borrowed
 * @return CLI_OK or CLI_TROUBLE; release with tasks_clear in any case
 */
int tasks_make_compiled(struct tasks *tasks, const struct options *options, GPtrArray *commands,
                        char *const *outputs);

/** Release tasks. */
void tasks_clear(struct tasks *tasks);

#endif
