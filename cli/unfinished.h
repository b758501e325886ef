/*
 * Files that a tool writes aside and has not finished: they are removed when the process ends
 * early, for want of memory or by a signal.
 */
#ifndef CLI_UNFINISHED_H
#define CLI_UNFINISHED_H

/** Have a file removed if the process ends early. @param path borrowed until it is forgotten */
void unfinished_note(const char *path);

/** The file is finished or removed. */
void unfinished_forget(const char *path);

/** Remove all of them. May be called in a signal handler, and when there is no memory. */
void unfinished_remove(void);

/** Have a signal end the process as without this, but remove the files first. Leaves a signal alone
 *  that is ignored, as nohup has it. */
void unfinished_watch(int number);

#endif
