/* Finds the graph to use when the command line has none. */
#include "cli.h"
#include "files/cli_files.h"
#include "graphs/embedded_graphs.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_NAME "whole.mcg"
#define DIRECTORY_NAME ".cg"

/* Programs may hold their graphs. */
static bool holds_graph(const char *path)
{
    GPtrArray *graphs = embedded_graphs(path);
    bool some = graphs->len > 0;
    g_ptr_array_unref(graphs);
    return some;
}

bool cli_names_graph(const char *word)
{
    struct stat info;
    if (strcmp(word, "-") == 0 || g_str_has_suffix(word, ".mcg")) {
        return true;
    }
    if (stat(word, &info) != 0 || S_ISDIR(info.st_mode)) {
        return false;
    }
    return !S_ISREG(info.st_mode) || cli_begins_as_graph(word) || holds_graph(word);
}

/* The graph in a directory, given its relative path with a slash; NULL if there is none. */
static char *find_in(const char *up)
{
    char *beside = g_strconcat(up, FILE_NAME, NULL);
    char *below = g_strconcat(up, DIRECTORY_NAME "/" FILE_NAME, NULL);
    char **found = cli_is_file(beside) ? &beside : cli_is_file(below) ? &below : NULL;
    char *path = found ? g_steal_pointer(found) : NULL;
    g_free(beside);
    g_free(below);
    return path;
}

/* The nearest graph from the working directory upwards to the root. */
static char *find_nearest(void)
{
    char *directory = g_get_current_dir();
    GString *up = g_string_new("");
    char *path = find_in(up->str);
    while (!path && strcmp(directory, "/") != 0 && strchr(directory, '/')) {
        char *parent = g_path_get_dirname(directory);
        g_free(directory);
        directory = parent;
        g_string_append(up, "../");
        path = find_in(up->str);
    }
    g_string_free(up, TRUE);
    g_free(directory);
    return path;
}

char *cli_default_graph(void)
{
    const char *chosen = g_getenv("CG_GRAPH");
    return chosen && *chosen ? g_strdup(chosen) : find_nearest();
}

int cli_no_graph(const char *word)
{
    char *wrong = word && access(word, F_OK) == 0 ? cli_wrong_file(word, CLI_WANT_GRAPH) : NULL;
    if (wrong) {
        cli_error("no graph: %s is %s", word, wrong);
    } else {
        cli_error("no graph: give GRAPH, set CG_GRAPH, or run 'cgmerge ... -o whole.mcg' here");
    }
    g_free(wrong);
    return CLI_TROUBLE;
}

void cli_note_default_graph(const char *path, bool verbose)
{
    const char *chosen = g_getenv("CG_GRAPH");
    if (verbose || isatty(STDERR_FILENO)) {
        cli_note("reading %s%s", path, chosen && *chosen ? ", which CG_GRAPH names" : "");
    }
}
