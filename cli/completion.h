/*
 * Completion of command lines in bash, zsh and fish, made of the tables that --help is made of.
 */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "cli.h"

/**
 * Print the completion of a tool. It depends on nothing but the tables.
 *
 * @param shell bash, zsh or fish
 * @return whether it is one of these
 */
bool completion_print(const struct cli_command *tool, const char *shell);

/* What the shells share: completion_offer.c */

/** What can stand in a place. */
enum offer {
    OFFER_NOTHING, /**< nothing that could be listed */
    OFFER_FILES,
    OFFER_DIRECTORIES,
    OFFER_GRAPHS,    /**< files *.mcg */
    OFFER_FUNCTIONS, /**< of the graph that is named before */
    OFFER_PROGRAMS,
    OFFER_WORDS,
};

/** An argument, or the value of an option. */
struct offered {
    enum offer what;
    char *words; /**< of OFFER_WORDS, between spaces; to be released with g_free */
    char *name;  /**< as usage has it; to be released with g_free */
    bool more;   /**< any number of such arguments */
};

/** What an option takes; nothing when it takes no value. Release with offered_clear. */
void offered_value(struct offered *out, const struct cli_command *tool,
                   const struct cli_command *command, const GOptionEntry *entry);

/** The arguments of a command, in order; those of a tool with verbs are not told. @return an array
 *  of struct offered that releases what it holds, to be released with g_array_unref */
GArray *offered_arguments(const struct cli_command *tool, const struct cli_command *command);

/** Release what it holds. */
void offered_clear(struct offered *offered);

/** Name of a verb without the tool's. */
const char *completion_verb(const struct cli_command *verb);

/** Whether an option takes a value. */
bool completion_takes_value(const GOptionEntry *entry);

/** Whether it may be left out. */
bool completion_is_optional(const GOptionEntry *entry);

/** Print a text with the tool's name for "@TOOL@". */
void completion_put(const char *text, size_t length, const char *tool);

/** Print a text as a shell has it between single quotes, without these. */
void completion_quote(const char *text);

/* A shell each. */
void completion_bash(const struct cli_command *tool);
void completion_zsh(const struct cli_command *tool);
void completion_fish(const struct cli_command *tool);

#endif
