/*
 * The notes that objects carry about their graphs, in an ELF section that is not loaded. Linkers
 * concatenate such sections, so a program names the graphs of exactly the objects it was linked
 * from. cgcollect --cc writes them, cgmerge reads them.
 *
 * The section has the name GRAPH_NOTES_SECTION. Its content is texts that end with '\0'; empty ones
 * are padding:
 *
 *     graph SHA256 PATH    a graph file, an absolute path, and the hash of its content
 *     lost PATH            a source that was compiled and could not be collected
 *     replaced SHA256      of a program: the graph is of an object that tools have changed
 *     wrap SYMBOL          the program was linked with --wrap=SYMBOL
 *     name SYMBOL          code without a graph refers to the symbol, or what starts the program
 *     library PATH         the program was linked with this shared library, which names graphs
 *     symbols DIGITS DIGITS
 *                          of an object: what stands for the functions and variables that it
 *                          defines, and for all that others see (strong_symbols.h), in hexadecimal
 *                          digits
 *     known names          of a program or shared library: such code in it refers to no other
 *                          symbols of the objects with graphs
 */
#ifndef CLI_GRAPH_NOTES_H
#define CLI_GRAPH_NOTES_H

#include "cli.h"

struct Elf;

#define GRAPH_NOTES_SECTION ".libcg"

/** The hash of a file's content in hexadecimal digits; release with g_free. NULL, and errno, if it
 *  cannot be read. */
char *graph_notes_hash(const char *path);

/** A note in place of `graph`, `lost`, `replaced`, `wrap`, `name`, `library`, `symbols`, `known`;
 * release with g_free. */
char *graph_note_graph(const char *hash, const char *path);
char *graph_note_lost(const char *source);
char *graph_note_replaced(const char *hash);
char *graph_note_wrap(const char *symbol);
char *graph_note_name(const char *symbol);
char *graph_note_library(const char *path);
char *graph_note_symbols(uint64_t strong, uint64_t outer);
char *graph_note_known_names(void);

/** What a note says. */
struct graph_note {
    enum {
        GRAPH_NOTE_OTHER,
        GRAPH_NOTE_GRAPH,
        GRAPH_NOTE_LOST,
        GRAPH_NOTE_REPLACED,
        GRAPH_NOTE_WRAP,
        GRAPH_NOTE_NAME,
        GRAPH_NOTE_LIBRARY,
        GRAPH_NOTE_SYMBOLS,
        GRAPH_NOTE_KNOWN_NAMES
    } kind;
    char hash[65];   /**< of a graph */
    uint64_t strong; /**< of an object */
    uint64_t outer;  /**< of an object, if it says so: */
    bool has_outer;
    const char *text; /**< path, symbol or hash; borrowed from the note */
};

/** Read a note. */
struct graph_note graph_note_read(const char *note);

/** What a file is that may carry notes. */
enum graph_notes_file {
    GRAPH_NOTES_NONE,       /**< neither ELF nor an archive */
    GRAPH_NOTES_UNREADABLE, /**< or missing */
    GRAPH_NOTES_OBJECT,
    GRAPH_NOTES_LINKED, /**< a program or a shared library */
    GRAPH_NOTES_ARCHIVE,
};

/** @return what a file is by its first bytes; the kinds up to GRAPH_NOTES_UNREADABLE carry no
 * notes. */
enum graph_notes_file graph_notes_file(const char *path);

/** Which objects of a file are read. */
enum graph_notes_choice {
    GRAPH_NOTES_ALL,
    GRAPH_NOTES_LTO, /**< those that GCC made for link-time optimisation: linkers drop their
                          sections */
};

/**
 * Read the notes of an ELF file, or of all members of an archive.
 *
 * @param notes receives those it does not have yet: char *, which it must free
 * @param path  the file
 * @return CG_OK, CG_E_IO, or CG_E_FORMAT if the file is neither, or damaged
 */
int graph_notes_read(GPtrArray *notes, const char *path, enum graph_notes_choice choice,
                     struct cg_error *error);

/** Read the notes of one object. @param notes as of graph_notes_read */
void graph_notes_of(GPtrArray *notes, struct Elf *elf);

/**
 * Add notes to an ELF file, which is replaced as a whole. All its other sections keep their
 * content, and those of a program their place. Notes that it has already are not added again.
 *
 * @return CG_OK, CG_E_IO, or CG_E_FORMAT if the file is not ELF, or damaged
 */
int graph_notes_add(const char *path, const GPtrArray *notes, struct cg_error *error);

#endif
