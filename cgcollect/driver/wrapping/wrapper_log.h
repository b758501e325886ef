/*
 * The log of what could not be collected while wrapping a compiler: a file beside the graph, since
 * the terminal belongs to the compiler.
 */
#ifndef CGCOLLECT_DRIVER_WRAPPING_WRAPPER_LOG_H
#define CGCOLLECT_DRIVER_WRAPPING_WRAPPER_LOG_H

#include <stdbool.h>

/**
 * Record that a graph has gaps or is missing; best effort.
 *
 * @param graph its path; the text goes to "GRAPH.log"
 * @param text  lines with line ends
 * @param log   receives the first line after the graph's path; or NULL
 */
void wrapper_log_note(const char *graph, const char *text, const char *log);

/** Read the log beside a graph. @param text receives it; release with g_free @return whether there
 *  is one */
bool wrapper_log_read(const char *graph, char **text);

/** Remove the log beside a graph. */
void wrapper_log_remove(const char *graph);

#endif
