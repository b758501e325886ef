/*
 * MPI programs whose processes are each below a cgrecord of its own: mpirun cgrecord -- COMMAND.
 */
#ifndef CGRECORD_RANKS_H
#define CGRECORD_RANKS_H

#include "cgrecord.h"

/** If several of us were given the same names, put the number of this one's rank into those of the
 *  settings, and say so. @return false after reporting that the profile cannot go to standard
 * output
 */
bool ranks_name_files(struct record_settings *settings);

#endif
