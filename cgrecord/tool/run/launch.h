/*
 * Running the command: it has the terminal, the streams and the signals; cgrecord waits.
 */
#ifndef CGRECORD_LAUNCH_H
#define CGRECORD_LAUNCH_H

#include "cgrecord.h"

/** A running command. */
struct launch {
    GPid pid;
    int status; /**< as waitpid says, once it has ended */
};

/** What is done when the process is there and does not yet execute the command. */
struct launch_gate {
    bool (*prepare)(void *user, GPid pid); /**< reports why it fails */
    void *user;
};

/**
 * Start the command, to record into a directory.
 *
 * @param library the runtime library to preload, or NULL
 * @param gate    or NULL
 * @return whether it runs; why not is reported
 */
bool launch_start(struct launch *launch, const struct record_settings *settings,
                  const char *directory, const char *library, const struct launch_gate *gate);

/** Look whether the command has ended. @param wait until it has @return whether it has */
bool launch_ended(struct launch *launch, bool wait);

/** End as the command did: with its exit status, or by its signal. @return the exit code */
int launch_exit(const struct launch *launch, bool failed);

#endif
