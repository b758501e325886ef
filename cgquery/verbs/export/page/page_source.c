/* The sources of the page: the files of the graph below the directory of --source. */
#include "verbs/export/page/page.h"

#include <files/found_file.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The amalgamation of SQLite has 9 MB; longer files are data, and a page with more in all is slow
 * to open. */
#define MOST_OF_FILE (16u << 20)
#define MOST_OF_ALL (32u << 20)

/** Sources being written. */
struct sources {
    struct page *page;
    char *base;      /**< real path of the directory, with a slash at its end */
    GHashTable *met; /**< files of the graph */
    GArray *files;   /**< of uint32_t: numbers of their names */
    GString *texts;  /**< each ended by a zero */
    unsigned left_out;
};

/* The real path of a file of the graph, if it is below the directory: the graph may come from
 * elsewhere, and must not choose what is handed on. Release with free; NULL: it is not. */
static char *path_of(const struct sources *sources, const char *file)
{
    char *joined =
        g_path_is_absolute(file) ? g_strdup(file) : g_build_filename(sources->base, file, NULL);
    char *real = realpath(joined, NULL);
    g_free(joined);
    if (real && strncmp(real, sources->base, strlen(sources->base)) != 0) {
        free(real);
        return NULL;
    }
    return real;
}

static void add_text(struct sources *sources, const char *file, const char *bytes, gsize length)
{
    char *text = g_utf8_make_valid(bytes, (gssize)length);
    uint32_t number = page_text(sources->page, file);
    g_array_append_val(sources->files, number);
    g_string_append_len(sources->texts, text, (gssize)strlen(text) + 1);
    g_free(text);
}

static void add_file(struct sources *sources, const char *file)
{
    char *path = path_of(sources, file);
    char *bytes = NULL;
    gsize length = 0;
    errno = 0;
    if (!path || !found_read_short(&bytes, &length, path, MOST_OF_FILE)) {
        sources->left_out += errno == EFBIG;
        free(path);
        return;
    }
    if (sources->texts->len + length > MOST_OF_ALL) {
        sources->left_out++;
    } else {
        add_text(sources, file, bytes, length);
    }
    g_free(bytes);
    free(path);
}

static void add_files(struct sources *sources)
{
    const struct exporting *x = sources->page->x;
    for (uint32_t i = 0; i < x->node_count; i++) {
        const char *file = cg_node_origin(x->query->graph, x->nodes[i]);
        bool body = cg_node_has_body(x->query->graph, x->nodes[i]);
        if (file && body && g_hash_table_add(sources->met, (gpointer)file)) {
            add_file(sources, file);
        }
    }
}

static void write_sources(struct page *page, char *directory)
{
    struct sources sources = {.page = page,
                              .base = g_strconcat(directory, "/", NULL),
                              .met = g_hash_table_new(g_str_hash, g_str_equal),
                              .files = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
                              .texts = g_string_new(NULL)};
    add_files(&sources);
    if (sources.files->len == 0) {
        cli_warning("no file of the graph is below %s: the page has no sources",
                    page->x->query->options.source);
    } else if (sources.left_out) {
        cli_note(
            "%u file%s left out of the page: longer than 16 MiB, or than 32 MiB with the others",
            sources.left_out, sources.left_out == 1 ? " is" : "s are");
    }
    page_number_array(page, "sourceFile", sources.files);
    page_texts(page, "sourceText", sources.texts->str, sources.texts->len);
    g_hash_table_unref(sources.met);
    g_string_free(sources.texts, TRUE);
    g_free(sources.base);
}

void page_write_source(struct page *page)
{
    const struct options *options = &page->x->query->options;
    page_fact_text(page, "link", options->link ? options->link : "");
    if (!options->source || page->status) {
        return;
    }
    char *directory = realpath(options->source, NULL);
    if (!directory || !g_file_test(directory, G_FILE_TEST_IS_DIR)) {
        page_refuse(page, "--source takes a directory");
    } else {
        write_sources(page, directory);
    }
    free(directory);
}
