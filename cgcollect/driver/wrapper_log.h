/*
 * The log of what could not be collected while wrapping a compiler: a file beside the graph, since
 * the terminal belongs to the compiler.
 */
#ifndef CGCOLLECT_DRIVER_WRAPPER_LOG_H
#define CGCOLLECT_DRIVER_WRAPPER_LOG_H

/**
 * Record that a graph has gaps or is missing; best effort.
 *
 * @param graph its path; the text goes to "GRAPH.log"
 * @param text  lines with line ends
 * @param log   receives the first line after the graph's path; or NULL
 */
void wrapper_log_note(const char *graph, const char *text, const char *log);

/** Remove the log beside a graph. */
void wrapper_log_remove(const char *graph);

#endif
