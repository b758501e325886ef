#include "cubex_make.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

void made_put(struct made *out, const void *bytes, size_t length)
{
    if (out->length + length > out->capacity) {
        out->capacity = 2 * (out->length + length) + 64;
        out->bytes = realloc(out->bytes, out->capacity);
        if (!out->bytes) {
            abort();
        }
    }
    if (length) {
        memcpy(out->bytes + out->length, bytes, length);
    }
    out->length += length;
}

void made_print(struct made *out, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    made_put(out, text, (size_t)length);
}

void made_number(struct made *out, uint64_t number, unsigned size, bool big)
{
    for (unsigned i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)(number >> 8 * (big ? size - 1 - i : i));
        made_put(out, &byte, 1);
    }
}

void made_double(struct made *out, double number, bool big)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    made_number(out, bits, 8, big);
}

void made_free(struct made *out)
{
    free(out->bytes);
    *out = (struct made){0};
}

void made_deflate(struct made *out, const void *bytes, size_t length, bool gzip)
{
    z_stream zlib = {0};
    size_t room = length + length / 100 + 1024;
    unsigned char *to = malloc(room);
    if (!to || deflateInit2(&zlib, 6, Z_DEFLATED, gzip ? 15 + 16 : 15, 8, Z_DEFAULT_STRATEGY)) {
        abort();
    }
    zlib.next_in = (unsigned char *)bytes;
    zlib.avail_in = (unsigned)length;
    zlib.next_out = to;
    zlib.avail_out = (unsigned)room;
    if (deflate(&zlib, Z_FINISH) != Z_STREAM_END) {
        abort();
    }
    made_put(out, to, room - zlib.avail_out);
    deflateEnd(&zlib);
    free(to);
}

void made_member(struct made *out, const char *name, const void *bytes, size_t length,
                 enum made_checksum checksum)
{
    static const unsigned char zeros[512];
    unsigned char header[512] = {0};
    unsigned sum = checksum == MADE_RIGHT ? 0 : checksum == MADE_CUBE ? (unsigned)-32 : 5;
    snprintf((char *)header, 100, "%s", name);
    memcpy(header + 100,
           "0000600\0"
           "0377777\0"
           "0000000\0",
           24);
    snprintf((char *)header + 124, 12, "%011zo", length);
    memcpy(header + 136,
           "00000000000\0"
           "        ",
           20);
    header[156] = checksum == MADE_CUBE ? '\0' : '0';
    memcpy(header + 257,
           "ustar\0"
           "00",
           8);
    for (unsigned i = 0; i < 512; i++) {
        sum += header[i];
    }
    snprintf((char *)header + 148, 8, "%06o", sum);
    made_put(out, header, 512);
    made_put(out, bytes, length);
    made_put(out, zeros, (512 - length % 512) % 512);
}

void made_end(struct made *out)
{
    static const unsigned char zeros[1024];
    made_put(out, zeros, sizeof zeros);
}

const char *made_layout(const char *dtype)
{
    static const char *const layouts[][2] = {
        {"DOUBLE", "d"},
        {"FLOAT", "d"},
        {"MINDOUBLE", "d"},
        {"MAXDOUBLE", "d"},
        {"UINT64", "Q"},
        {"INT64", "q"},
        {"INTEGER", "q"},
        {"UINT32", "I"},
        {"UNSIGNED INTEGER", "Q"},
        {"INT32", "i"},
        {"INT", "i"},
        {"UINT16", "H"},
        {"INT16", "h"},
        {"UINT8", "B"},
        {"CHAR", "B"},
        {"INT8", "b"},
        {"TAU_ATOMIC", "Idddd"},
        {"RATE", "dd"},
        {"COMPLEX", "dd"},
        {"HISTOGRAM(2)", "dddd"},
        {"NDOUBLES(3)", "ddd"},
        {"SCALE_FUNC", ""},
    };
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        if (strcmp(layouts[i][0], dtype) == 0) {
            return layouts[i][1];
        }
    }
    abort();
}

static void visit_wide(const struct made_model *m, uint32_t cnode, uint32_t *order, uint32_t *at)
{
    if (m->parents[cnode] == UINT32_MAX) {
        order[(*at)++] = cnode;
    }
    for (uint32_t c = 0; c < m->cnodes; c++) {
        if (m->parents[c] == cnode) {
            order[(*at)++] = c;
        }
    }
    for (uint32_t c = 0; c < m->cnodes; c++) {
        if (m->parents[c] == cnode) {
            visit_wide(m, c, order, at);
        }
    }
}

void made_order(const struct made_model *m, const char *type, uint32_t *order)
{
    uint32_t at = 0;
    for (uint32_t c = 0; c < m->cnodes; c++) {
        if (strcmp(type, "EXCLUSIVE") == 0) {
            order[c] = c;
        } else if (strcmp(type, "INCLUSIVE") == 0) {
            if (m->parents[c] == UINT32_MAX) {
                visit_wide(m, c, order, &at);
            }
        } else {
            uint32_t smaller = 0;
            for (uint32_t other = 0; other < m->cnodes; other++) {
                smaller += m->ids[other] < m->ids[c];
            }
            order[smaller] = c;
        }
    }
}

static void put_cnodes(struct made *out, const struct made_model *m, uint32_t parent)
{
    for (uint32_t c = parent == UINT32_MAX ? 0 : parent + 1; c < m->cnodes; c++) {
        if (m->parents[c] == parent) {
            made_print(out, "<cnode id=\"%u\" calleeId=\"%u\">\n", m->ids[c], m->regions[c] + 100);
            put_cnodes(out, m, c);
            made_print(out, "</cnode>\n");
        }
    }
}

static void put_metrics(struct made *out, const struct made_model *m, bool odd)
{
    made_print(out, "<metrics>");
    for (uint32_t i = 0; i < m->metric_count; i++) {
        made_print(out,
                   "<metric id=\"%u\" type=\"%s\"><disp_name>%s</disp_name>\n"
                   "<uniq_name>%s</uniq_name><dtype>%s</dtype><uom>u</uom><url></url>"
                   "<descr>about it</descr></metric>\n",
                   m->metrics[i].id, m->metrics[i].type, m->metrics[i].name, m->metrics[i].name,
                   m->metrics[i].dtype);
    }
    if (odd) {
        made_print(out, "<metric id=\"999\" type=\"PREDERIVED_EXCLUSIVE\" viztype=\"GHOST\">"
                        "<uniq_name>derived</uniq_name><dtype>DOUBLE</dtype>"
                        "<cubepl locationwise=false> a < b <c </cubepl>"
                        "<cubeplaggr cubeplaggrtype=plus>arg1</cubeplaggr><uom/></metric>");
    }
    made_print(out, "</metrics>\n");
}

void made_anchor(struct made *out, const struct made_model *m, bool odd)
{
    made_print(out, "<?xml version=\"1.0\"?>%s\n<cube version=\"4.4\">\n",
               odd ? "<!-- <cnode id=\"5\"> --><!DOCTYPE cube>" : "");
    made_print(out, odd ? "<attr key='Creator' value = Test />"
                        : "<attr key=\"Creator\" value=\"Test\"/>");
    put_metrics(out, m, odd);
    made_print(out, "<program>\n");
    for (uint32_t r = 0; r < m->region_count; r++) {
        made_print(out,
                   "<region id=\"%u\" mod=\"%s.c\" begin=\"%u\" end=\"-1\"><name>%s%u%s</name>\r\n"
                   "<mangled_name>f%u</mangled_name><paradigm>compiler</paradigm>"
                   "<role>function</role>%s</region>",
                   r + 100, odd ? "a&amp;b&#x41;" : "a&bA", r + 1, odd ? " <![CDATA[f]]>" : "f", r,
                   odd ? "&lt;&unknown;<br>\n" : "&lt;&amp;unknown;", r,
                   odd ? "<url/></nothing>" : "");
    }
    put_cnodes(out, m, UINT32_MAX);
    made_print(out,
               "</program>\n<system><systemtreenode Id=\"0\"><name>node</name><class>node</class>"
               "<locationgroup Id=\"0\"><name>process</name><rank>7</rank>");
    for (uint32_t l = 0; l < m->locations; l++) {
        made_print(out, "<location Id=\"%u\"><name>thread %u</name><rank> %u </rank></location>\n",
                   m->location_ids[l], m->location_ids[l], m->location_ids[l]);
    }
    made_print(out, "</locationgroup></systemtreenode></system>\n</cube>\n");
}

static void put_value(struct made *out, char how, double value, bool big)
{
    static const char letters[] = "QIHBqihb";
    static const unsigned sizes[] = {8, 4, 2, 1, 8, 4, 2, 1};
    if (how == 'd') {
        made_double(out, value, big);
    } else {
        uint64_t number = value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
        made_number(out, number, sizes[strchr(letters, how) - letters], big);
    }
}

static void put_row(struct made *out, const struct made_model *m, uint32_t metric, uint32_t cnode,
                    bool big)
{
    const char *layout = made_layout(m->metrics[metric].dtype);
    for (uint32_t l = 0; l < m->locations; l++) {
        for (uint32_t part = 0; layout[part]; part++) {
            double value = m->row(metric, cnode) ? m->value(metric, cnode, l, part) : 0;
            put_value(out, layout[part], value, big);
        }
    }
}

/* Some rows that are all 0 are not written. */
static void put_compressed(struct made *out, const struct made_model *m, uint32_t metric,
                           const uint32_t *rows, uint32_t count, const struct made_form *form)
{
    struct made streams = {0};
    uint64_t *starts = calloc(count + 1u, sizeof *starts);
    uint64_t *sizes = calloc(count + 1u, sizeof *sizes);
    uint32_t step = form->shuffled && count % 7 ? 7 : 1; /* goes round all of them */
    for (uint32_t i = 0; i < count; i++) {
        uint32_t row = (uint32_t)((uint64_t)i * step % count);
        struct made bytes = {0};
        put_row(&bytes, m, metric, rows[row], form->big);
        starts[row] = streams.length;
        if (m->row(metric, rows[row])) {
            made_deflate(&streams, bytes.bytes, bytes.length, false);
            sizes[row] = streams.length - starts[row];
        }
        made_free(&bytes);
    }
    made_put(out, "ZCUBEX.DATA", 11);
    made_number(out, count, 8, form->big);
    for (uint32_t i = 0; i < count; i++) {
        made_number(out, 0, 8, form->big);
        made_number(out, starts[i], 8, form->big);
        made_number(out, sizes[i], 8, form->big);
    }
    made_put(out, streams.bytes, streams.length);
    made_free(&streams);
    free(starts);
    free(sizes);
}

static void put_metric(struct made *out, const struct made_model *m, uint32_t metric,
                       const struct made_form *form)
{
    uint32_t *order = calloc(m->cnodes + 1u, sizeof *order);
    uint32_t *rows = calloc(m->cnodes + 1u, sizeof *rows);
    struct made keys = {0}, index = {0}, data = {0};
    char name[32];
    uint32_t count = 0;
    made_order(m, m->metrics[metric].type, order);
    for (uint32_t key = 0; key < m->cnodes; key++) {
        if (form->dense || m->row(metric, order[key])) {
            rows[count++] = order[key];
            made_number(&keys, key, 4, form->big);
        }
    }
    made_put(&index, "CUBEX.INDEX", 11);
    made_number(&index, 1, 4, form->big);
    made_number(&index, 0, 2, form->big);
    made_number(&index, form->dense ? 3 : 1, 1, form->big);
    if (!form->dense) {
        made_number(&index, count, 4, form->big);
        made_put(&index, keys.bytes, keys.length);
    }
    if (form->compressed) {
        put_compressed(&data, m, metric, rows, count, form);
    } else {
        made_put(&data, "CUBEX.DATA", 10);
        for (uint32_t i = 0; i < count; i++) {
            put_row(&data, m, metric, rows[i], form->big);
        }
    }
    snprintf(name, sizeof name, "%u.data", m->metrics[metric].id);
    made_member(out, name, data.bytes, data.length, form->checksum);
    snprintf(name, sizeof name, form->odd ? "./%u.index" : "%u.index", m->metrics[metric].id);
    made_member(out, name, index.bytes, index.length, form->checksum);
    made_free(&keys);
    made_free(&index);
    made_free(&data);
    free(order);
    free(rows);
}

static void put_anchor(struct made *out, const struct made_model *model,
                       const struct made_form *form)
{
    struct made anchor = {0}, packed = {0};
    made_anchor(&anchor, model, form->odd);
    if (form->gzip_anchor) {
        made_deflate(&packed, anchor.bytes, anchor.length, true);
    } else {
        made_put(&packed, anchor.bytes, anchor.length);
    }
    made_member(out, "anchor.xml", packed.bytes, packed.length, form->checksum);
    made_free(&anchor);
    made_free(&packed);
}

void made_cubex(struct made *out, const struct made_model *model, const struct made_form *form)
{
    struct made tar = {0};
    if (form->shuffled) {
        put_anchor(&tar, model, form);
    }
    made_member(&tar, "remapping.spec", "<x>", 3, form->checksum);
    for (uint32_t i = 0; i < model->metric_count; i++) {
        if (model->metrics[i].has_values) {
            put_metric(&tar, model, i, form);
        }
    }
    if (!form->shuffled) {
        put_anchor(&tar, model, form);
    }
    made_end(&tar);
    if (form->gzip_outer) {
        made_deflate(out, tar.bytes, tar.length, true);
    } else {
        made_put(out, tar.bytes, tar.length);
    }
    made_free(&tar);
}
