/*
 * Graphs in programs: MetaCG's generator CaGe puts the graph of a program into its ELF section
 * "metacg", as the text of an .mcg file that ends with '\0'. Linkers concatenate such sections, so
 * there may be several.
 */
#ifndef CLI_EMBEDDED_GRAPHS_H
#define CLI_EMBEDDED_GRAPHS_H

#include "cli.h"

#include <libcg/file.h>

/** @return the texts of the graphs in a file, of GBytes *; empty if there are none, or the file is
 *          not ELF. Release with g_ptr_array_unref */
GPtrArray *embedded_graphs(const char *path);

/** As cg_read_file; of an ELF file the graph that is in it. CG_E_ARGUMENT if it has several. */
int embedded_graph_read(struct cg_graph **out, const char *path,
                        const struct cg_read_options *options, struct cg_error *error);

/** Put a graph into an ELF file, in place of those in it. The program does not load it.
 *  @return CG_OK or an error of cg_write or elf_section_set */
int embedded_graph_write(const struct cg_graph *graph, const char *path,
                         const struct cg_write_options *options, struct cg_error *error);

#endif
