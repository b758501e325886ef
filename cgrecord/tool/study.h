/*
 * `cgrecord --study`: what recording a command costs it, in each way that there is.
 */
#ifndef CGRECORD_STUDY_H
#define CGRECORD_STUDY_H

#include "cgrecord.h"

/** Run the command many times, without and with a recorder, and print what it took.
 *  @return CLI_OK, or CLI_TROUBLE after reporting why not */
int study_run(const struct record_settings *settings);

#endif
