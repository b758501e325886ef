/* Columns of the page: numbers and texts, deflated, in base64. */
#include "verbs/export/page/page.h"

#include <string.h>
#include <zlib.h>

/* Base64 is encoded a multiple of 3 bytes at a time, so that the pieces join. */
#define PIECE (3 * 65536)

static void fail_page(struct page *page, int status, const char *text)
{
    if (!page->status) {
        page->status = status;
        if (page->error) {
            *page->error = (struct cg_error){.status = status};
            g_strlcpy(page->error->text, text, sizeof page->error->text);
        }
    }
}

void page_refuse(struct page *page, const char *text)
{
    fail_page(page, CG_E_ARGUMENT, text);
}

static void put_base64(FILE *out, const guchar *bytes, size_t length)
{
    for (size_t at = 0; at < length; at += PIECE) {
        char *text = g_base64_encode(bytes + at, MIN(PIECE, length - at));
        fputs(text, out);
        g_free(text);
    }
}

/* @param as what the bytes are, as the page knows it */
static void put_column(struct page *page, const char *name, const char *as, const void *bytes,
                       size_t length)
{
    uLongf size = compressBound((uLong)length);
    guchar *small = g_malloc(size);
    if (page->status) {
        g_free(small);
        return;
    }
    if (compress2(small, &size, bytes, (uLong)length, Z_DEFAULT_COMPRESSION) != Z_OK) {
        fail_page(page, CG_E_MEMORY, "not enough memory to compress the page");
    } else {
        fprintf(page->x->out,
                "<script type=\"application/octet-stream\" data-name=\"%s\" "
                "data-as=\"%s\" data-bytes=\"%zu\">",
                name, as, length);
        put_base64(page->x->out, small, size);
        fputs("</script>\n", page->x->out);
    }
    g_free(small);
}

/* All first bytes, then all second bytes, and so on: alike bytes side by side compress well. */
static guchar *in_planes(const void *values, size_t count, size_t size, size_t width)
{
    const guchar *bytes = values;
    guchar *planes = g_malloc(count * width + 1);
    for (size_t plane = 0; plane < width; plane++) {
        for (size_t i = 0; i < count; i++) {
            planes[plane * count + i] = bytes[i * size + plane];
        }
    }
    return planes;
}

void page_numbers(struct page *page, const char *name, const uint32_t *numbers, size_t count)
{
    static const char *const as[] = {NULL, "u8", "u16", "u24", "u32"};
    uint32_t most = 0;
    for (size_t i = 0; i < count; i++) {
        most |= numbers[i];
    }
    size_t width = most < 1u << 8 ? 1 : most < 1u << 16 ? 2 : most < 1u << 24 ? 3 : 4;
    uint32_t *ordered = g_new(uint32_t, count + 1);
    for (size_t i = 0; i < count; i++) {
        ordered[i] = GUINT32_TO_LE(numbers[i]);
    }
    guchar *planes = in_planes(ordered, count, sizeof *ordered, width);
    put_column(page, name, as[width], planes, count * width);
    g_free(planes);
    g_free(ordered);
}

void page_number_array(struct page *page, const char *name, GArray *numbers)
{
    page_numbers(page, name, (const uint32_t *)(const void *)numbers->data, numbers->len);
    g_array_unref(numbers);
}

void page_reals(struct page *page, const char *name, const double *reals, size_t count)
{
    guint64 *ordered = g_new(guint64, count + 1);
    for (size_t i = 0; i < count; i++) {
        memcpy(&ordered[i], &reals[i], sizeof *ordered);
        ordered[i] = GUINT64_TO_LE(ordered[i]);
    }
    guchar *planes = in_planes(ordered, count, sizeof *ordered, sizeof *ordered);
    put_column(page, name, "f64", planes, count * sizeof *ordered);
    g_free(planes);
    g_free(ordered);
}

void page_texts(struct page *page, const char *name, const char *texts, size_t length)
{
    put_column(page, name, "text", texts, length);
}

uint32_t page_text(struct page *page, const char *text)
{
    if (!text) {
        return 0;
    }
    guint number = GPOINTER_TO_UINT(g_hash_table_lookup(page->texts, text));
    if (!number) {
        number = g_hash_table_size(page->texts) + 1;
        g_hash_table_insert(page->texts, g_strdup(text), GUINT_TO_POINTER(number));
        g_string_append_len(page->all_texts, text, (gssize)strlen(text) + 1);
    }
    return number;
}

uint32_t page_function(const struct page *page, cg_node node)
{
    const struct query *query = page->x->query;
    if (node != CG_NONE && query->part) {
        node = query->part[node];
    }
    return node == CG_NONE ? 0 : export_number(page->x, node) + 1;
}

uint32_t page_zigzag(uint32_t a, uint32_t b)
{
    uint32_t difference = b - a;
    return difference << 1 ^ (difference >> 31 ? UINT32_MAX : 0);
}

static void append_key(struct page *page, const char *key)
{
    g_string_append(page->facts, page->facts->len ? "," : "");
    cli_add_json_string(page->facts, key);
    g_string_append_c(page->facts, ':');
}

void page_fact_number(struct page *page, const char *key, double number)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    append_key(page, key);
    g_string_append(page->facts, g_ascii_dtostr(text, sizeof text, number));
}

void page_fact_text(struct page *page, const char *key, const char *value)
{
    append_key(page, key);
    cli_add_json_string(page->facts, value);
}
