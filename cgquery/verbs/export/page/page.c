/* `export -f html`: the page around the data. */
#include "verbs/export/page/page.h"

#include <libcg/common.h>

#include <string.h>

/* Made at build time of the files in page/. */
extern const char page_style_text[], page_script_text[], page_body_text[];
extern const size_t page_style_length, page_script_length, page_body_length;

/* As a content security policy names a script or style that may be used: 'sha256-...'. Release with
 * g_free. */
static char *hash_of(const char *text, size_t length)
{
    guint8 digest[32];
    gsize size = sizeof digest;
    GChecksum *checksum = g_checksum_new(G_CHECKSUM_SHA256);
    g_checksum_update(checksum, (const guchar *)text, (gssize)length);
    g_checksum_get_digest(checksum, digest, &size);
    g_checksum_free(checksum);
    char *base64 = g_base64_encode(digest, size);
    char *hash = g_strdup_printf("'sha256-%s'", base64);
    g_free(base64);
    return hash;
}

/* Nothing but this script and this style is used, and nothing is loaded or sent. */
static void write_policy(FILE *out)
{
    char *script = hash_of(page_script_text, page_script_length);
    char *style = hash_of(page_style_text, page_style_length);
    fprintf(out,
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
            "script-src %s; style-src %s; base-uri 'none'; form-action 'none'\">\n",
            script, style);
    g_free(script);
    g_free(style);
}

static void write_head(struct page *page)
{
    FILE *out = page->x->out;
    char *base = g_path_get_basename(page->x->query->graph_name);
    char *printable = cli_printable(base);
    char *title = g_markup_escape_text(printable, -1);
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", out);
    write_policy(out);
    fprintf(out,
            "<meta name=\"viewport\" content=\"width=device-width\">\n"
            "<title>%s - call graph</title>\n<style>",
            title);
    (void)!fwrite(page_style_text, 1, page_style_length, out);
    fputs("</style>\n</head>\n", out);
    (void)!fwrite(page_body_text, 1, page_body_length, out);
    g_free(title);
    g_free(printable);
    g_free(base);
}

static void say_what_it_is(struct page *page)
{
    struct query *query = page->x->query;
    char *base = g_path_get_basename(query->graph_name);
    page_fact_text(page, "name", base);
    g_free(base);
    page_fact_text(page, "version", cg_version());
    page_fact_number(page, "functions", page->x->node_count);
    page_fact_number(page, "calls", page->x->edge_count);
    page_fact_number(page, "part", query_is_part(query));
    page_fact_number(page, "incomplete", (double)query_incomplete(query, NULL));
}

/* Texts that columns refer to and facts come last, when all are known. */
static void write_data(struct page *page)
{
    say_what_it_is(page);
    page_write_functions(page);
    page_write_unresolved_calls(page);
    page_write_calls(page);
    page_write_reach(page);
    page_write_metadata(page);
    page_write_profile(page);
    page_write_source(page);
    page_write_changes(page);
    page_write_rules(page);
    page_texts(page, "texts", page->all_texts->str, page->all_texts->len);
    char *facts = g_strdup_printf("{%s}", page->facts->str);
    page_texts(page, "facts", facts, strlen(facts) + 1);
    g_free(facts);
}

int export_html(struct exporting *x, struct cg_error *error)
{
    struct page page = {.x = x,
                        .texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                        .all_texts = g_string_new(NULL),
                        .facts = g_string_new(NULL),
                        .error = error};
    write_head(&page);
    write_data(&page);
    fputs("<script type=\"module\">", x->out);
    (void)!fwrite(page_script_text, 1, page_script_length, x->out);
    fputs("</script>\n</body>\n</html>\n", x->out);
    g_hash_table_unref(page.texts);
    g_string_free(page.all_texts, TRUE);
    g_string_free(page.facts, TRUE);
    return page.status;
}
