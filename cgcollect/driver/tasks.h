/*
 * What to collect: the commands, and the path of each graph.
 */
#ifndef CGCOLLECT_DRIVER_TASKS_H
#define CGCOLLECT_DRIVER_TASKS_H

#include "commands/compilers/real_compiler.h"
#include "driver/collect_unit.h"
#include "driver/options.h"

/** All tasks. */
struct tasks {
    GPtrArray *commands; /**< owned: of struct compile_command */
    struct collect_task *items;
    size_t count;
    struct real_compilers *compilers; /**< what they say, if they were asked; or NULL */
    unsigned skipped;                 /**< database entries that are not compile commands */
    char *root;
    char *resource_dir;
    char *clang;          /**< the driver that makes IR, or NULL */
    char *no_clang;       /**< why there is none */
    char *output_dir;     /**< output directory; NULL: each task has its own output */
    char *const *outputs; /**< borrowed: output of each task; NULL: according to the options */
};

/**
 * Make tasks from the options. Reports errors.
 *
 * @return CLI_OK or CLI_TROUBLE; release with tasks_clear in any case
 */
int tasks_make(struct tasks *tasks, const struct options *options);

/**
 * Make tasks from what a compiler has just compiled. Reports errors. Without a root, names of files
 * are absolute paths: other compilers of the same build run in other directories.
 *
 * @param commands of struct compile_command; takes ownership
 * @param outputs  the graph of each, absolute paths; borrowed
 * @return CLI_OK or CLI_TROUBLE; release with tasks_clear in any case
 */
int tasks_make_compiled(struct tasks *tasks, const struct options *options, GPtrArray *commands,
                        char *const *outputs);

/** Which graphs are there already. */
struct tasks_names {
    const void *user;
    /** @return whether a path may not be that of the graph of an object, or NULL. */
    bool (*is_taken)(const void *user, const char *path, const char *object);
    /** @return the path of the graph of an object, or of NULL, to release with g_free; NULL: there
     *  is none */
    char *(*find)(const void *user, const char *object);
};

/** Give the graphs of a database the names that they have, and others where those are taken. */
void tasks_rename(struct tasks *tasks, const struct options *options,
                  const struct tasks_names *names);

/** Leave out the tasks of which `keep` is false. */
void tasks_select(struct tasks *tasks, const bool *keep);

/** Release tasks. */
void tasks_clear(struct tasks *tasks);

#endif
