/*
 * What happens when a tool runs out of memory: it says so and ends with CLI_TROUBLE, and nothing
 * half-written stays behind.
 */
#ifndef CLI_OUT_OF_MEMORY_H
#define CLI_OUT_OF_MEMORY_H

/** Say that there is no memory, and end the process: for failures that the library reports. */
_Noreturn void memory_end(void);

/** Set the name of the tool for the message. */
void memory_name_tool(const char *name);

/** Have a file removed if the process ends for want of memory. @param path borrowed until it is
 *  forgotten */
void memory_note_unfinished(const char *path);

/** The file is finished or removed. */
void memory_forget_unfinished(const char *path);

#endif
