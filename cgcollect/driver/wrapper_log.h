/*
 * Where a wrapped compiler notes what could not be collected: in a file beside the graph,
 * for what is on the terminal is the compiler's.
 */
#ifndef CGCOLLECT_DRIVER_WRAPPER_LOG_H
#define CGCOLLECT_DRIVER_WRAPPER_LOG_H

/**
 * Note that a graph has gaps, or is not there; best effort.
 *
 * @param graph its path; the text goes to "GRAPH.log"
 * @param text  lines with their ends
 * @param log   receives the first of them, the graph's path before it; or NULL
 */
void wrapper_log_note(const char *graph, const char *text, const char *log);

/** Remove what was noted beside a graph. */
void wrapper_log_remove(const char *graph);

#endif
