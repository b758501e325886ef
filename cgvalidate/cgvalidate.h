/*
 * What cgvalidate does besides showing profiles (dump/dump.h).
 */
#ifndef CGVALIDATE_CGVALIDATE_H
#define CGVALIDATE_CGVALIDATE_H

#include "settings/settings.h"

/** Compare the graph with the profiles. @return the exit code */
int validate_run(const struct validate_settings *settings);

/** Write the united profiles to a file that tools read. @return the exit code */
int write_run(const struct validate_settings *settings);

#endif
