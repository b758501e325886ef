/*
 * What is to be collected: which commands, and where each graph goes.
 */
#ifndef CGCOLLECT_TASKS_H
#define CGCOLLECT_TASKS_H

#include "collect.h"
#include "options.h"

/** All that is to be collected. */
struct tasks {
    GPtrArray *commands; /**< owned: of struct compile_command */
    struct collect_task *items;
    size_t count;
    unsigned skipped; /**< entries of the database that are none */
    char *root;
    char *resource_dir;
    char *output_dir; /**< NULL: each task's output stands alone */
};

/**
 * Make tasks of the options; tells what is wrong.
 *
 * @return CLI_OK or CLI_TROUBLE; release with tasks_clear in any case
 */
int tasks_make(struct tasks *tasks, const struct options *options);

/** Release tasks. */
void tasks_clear(struct tasks *tasks);

#endif
