/*
 * Keeps runs that share a directory apart. The lock ends with the process that has it.
 */
#ifndef CGCOLLECT_DRIVER_DIRECTORY_LOCK_H
#define CGCOLLECT_DRIVER_DIRECTORY_LOCK_H

/** Wait until no other process has the directory. Says so if that takes long.
 *  @return what directory_unlock takes; -1 if it cannot be locked, with the reason in errno */
int directory_lock(const char *directory);

void directory_unlock(int lock);

#endif
