/* Cube 4 files that are broken, inconsistent, or demand too much. */
#include "cubex_make.h"
#include "support.h"

#include <libcg/profile.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static int read_bytes(const void *bytes, size_t length, struct cg_error *error)
{
    struct cg_profile *profile = NULL;
    *error = (struct cg_error){0};
    int status = cg_profile_read_memory(&profile, bytes, length, "made", NULL, error);
    ck_assert(!status == (profile != NULL));
    if (status) {
        ck_assert_int_eq(error->status, status);
        ck_assert_str_eq(error->file, "made");
        ck_assert_str_ne(error->text, "");
    }
    cg_profile_free(profile);
    return status;
}

static void refused(const struct made *file, int status, const char *text)
{
    struct cg_error error;
    int got = read_bytes(file->bytes, file->length, &error);
    ck_assert_msg(got == status, "%s: %d, %s", text, got, error.text);
    ck_assert_msg(strstr(error.text, text) != NULL, "%s: %s", text, error.text);
}

/* Files with given parts: an anchor around them, and one metric. */

#define METRIC                                                                                     \
    "<metrics><metric id=\"0\" type=\"EXCLUSIVE\"><uniq_name>visits</uniq_name>"                   \
    "<dtype>UINT64</dtype></metric></metrics>"
#define REGION "<region id=\"0\"><name>f</name></region>"
#define CNODES "<cnode id=\"0\" calleeId=\"0\"><cnode id=\"1\" calleeId=\"0\"/></cnode>"
#define LOCATION "<system><location Id=\"0\"/></system>"
#define TREE METRIC "<program>" REGION CNODES "</program>" LOCATION
#define INDEX(format, rest) "CUBEX.INDEX\1\0\0\0\0\0" format rest
#define BOTH INDEX("\1", "\2\0\0\0\0\0\0\0\1\0\0\0")
#define ROW "\0\0\0\0\0\0\0\0"
#define TEXT(literal) literal, sizeof literal - 1

static struct made made_file(const char *anchor, const char *index, size_t index_length,
                             const char *data, size_t data_length)
{
    struct made text = {0}, file = {0};
    made_print(&text, "<cube>");
    made_put(&text, anchor, strlen(anchor));
    made_print(&text, "</cube>");
    made_member(&file, "anchor.xml", text.bytes, text.length, MADE_RIGHT);
    if (index) {
        made_member(&file, "0.index", index, index_length, MADE_RIGHT);
    }
    if (data) {
        made_member(&file, "0.data", data, data_length, MADE_RIGHT);
    }
    made_end(&file);
    made_free(&text);
    return file;
}

static void anchor_refused(const char *anchor, int status, const char *text)
{
    struct made file = made_file(anchor, NULL, 0, NULL, 0);
    refused(&file, status, text);
    made_free(&file);
}

START_TEST(anchors_are_refused)
{
    static const struct {
        const char *anchor;
        const char *text;
    } bad[] = {
        {"<program><cnode id=\"0\"/></program>", "cnode without a number as calleeId"},
        {"<program><cnode id=\"0\" calleeId=\"-1\"/></program>", "without a number as calleeId"},
        {"<program><cnode id=\"4294967295\" calleeId=\"1\"/></program>", "without a number as id"},
        {"<program>\n<region/></program>", "line 2: region without a number as id"},
        {"<program>" REGION REGION "</program>", "two regions have one id"},
        {"<program><cnode id=\"0\" calleeId=\"1\"/></program>", "which does not exist"},
        {"<program>" REGION
         "<cnode id=\"5\" calleeId=\"0\"><cnode id=\"5\" calleeId=\"0\"/></cnode>"
         "</program>",
         "two cnodes have one id"},
        {"<metrics><metric id=\"7\"/><metric id=\"7\"/></metrics>", "two metrics have the id 7"},
        {"<system><location Id=\"3\"/><location Id=\"3\"/></system>",
         "two locations have the id 3"},
        {"<system><location id=\"3\"/></system>", "location without a number as Id"},
        {"<program>" REGION
         "<cnode id=\"0\" calleeId=\"0\"><parameter parkey=\"a\" parvalue=\"1\"/>"
         "<cnode id=\"1\" calleeId=\"0\"/><parameter parkey=\"a\" "
         "parvalue=\"1\"/></cnode></program>",
         "parameters of a cnode after its calls"},
        {"<program", "it ends within"},
        {"<program x=\"></cube>", "within a tag"},
        {"<!-- </cube>", "within an element"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        anchor_refused(bad[i].anchor, CG_E_FORMAT, bad[i].text);
    }
}
END_TEST

START_TEST(indexes_and_data_are_refused)
{
    static const struct {
        const char *index;
        size_t index_length;
        const char *data;
        size_t data_length;
        const char *text;
    } bad[] = {
        {TEXT("CUBEX.INDE"), TEXT("CUBEX.DATA"), "its index is malformed"},
        {TEXT("CUBEX.INDEX\2\0\0\0\0\0\1"), TEXT("CUBEX.DATA"), "its index is malformed"},
        {TEXT(INDEX("\2", "")), TEXT("CUBEX.DATA"), "format 2"},
        {TEXT(INDEX("\1", "\1\0\0")), TEXT("CUBEX.DATA"), "cut off"},
        {TEXT(INDEX("\1", "\2\0\0\0\0\0\0\0")), TEXT("CUBEX.DATA"), "cut off"},
        {TEXT(INDEX("\1", "\xff\xff\xff\xff")), TEXT("CUBEX.DATA"), "more rows than cnodes"},
        {TEXT(INDEX("\1", "\1\0\0\0\2\0\0\0")), TEXT("CUBEX.DATA"), "row of no cnode"},
        {TEXT(INDEX("\1", "\2\0\0\0\1\0\0\0\1\0\0\0")), TEXT("CUBEX.DATA"), "are not ascending"},
        {TEXT(BOTH), TEXT("CUBEX.DAT"), "its data are malformed"},
        {TEXT(BOTH), TEXT(""), "its data are malformed"},
        {TEXT(BOTH), TEXT("ZCUBEX.DATA\1\0\0\0\0\0\0"), "its data are malformed"},
        {TEXT(BOTH), TEXT("ZCUBEX.DATA\2\0\0\0\0\0\0\0" ROW ROW ROW), "fewer rows"},
        {TEXT(BOTH), TEXT("ZCUBEX.DATA\xff\xff\xff\xff\xff\xff\xff\xff"), "fewer rows"},
        {TEXT(BOTH), TEXT("ZCUBEX.DATA\1\0\0\0\0\0\0\0" ROW "\5\0\0\0\0\0\0\0" ROW "abcd"),
         "outside the data"},
        {TEXT(BOTH),
         TEXT("ZCUBEX.DATA\1\0\0\0\0\0\0\0" ROW "\1\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff"
              "abcd"),
         "outside the data"},
        {TEXT(BOTH),
         TEXT("ZCUBEX.DATA\1\0\0\0\0\0\0\0" ROW ROW "\4\0\0\0\0\0\0\0"
              "abcd"),
         "row is corrupt"},
        {TEXT(BOTH),
         TEXT("ZCUBEX.DATA\1\0\0\0\0\0\0\0" ROW ROW "\2\0\0\0\0\0\0\0"
              "\x78\x9c"),
         "row is cut off"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct made file =
            made_file(TREE, bad[i].index, bad[i].index_length, bad[i].data, bad[i].data_length);
        refused(&file, CG_E_FORMAT, bad[i].text);
        made_free(&file);
    }
}
END_TEST

/* A file whose rows inflate to so many bytes, where 8 are wanted; `same`: both are one stream. */
static struct made inflating(size_t bytes, bool same)
{
    struct made stream = {0}, data = {0};
    unsigned char *zeros = calloc(1, bytes);
    made_deflate(&stream, zeros, bytes, false);
    made_put(&data, "ZCUBEX.DATA\2\0\0\0\0\0\0\0", 19);
    for (uint64_t i = 0; i < 2; i++) {
        made_number(&data, 0, 8, false);
        made_number(&data, same ? 0 : i * stream.length, 8, false);
        made_number(&data, stream.length, 8, false);
    }
    made_put(&data, stream.bytes, stream.length);
    made_put(&data, stream.bytes, same ? 0 : stream.length);
    struct made file = made_file(TREE, TEXT(BOTH), (char *)data.bytes, data.length);
    made_free(&stream);
    made_free(&data);
    free(zeros);
    return file;
}

START_TEST(rows_have_their_size)
{
    struct cg_error error;
    struct made file = inflating(8, false);
    ck_assert_int_eq(read_bytes(file.bytes, file.length, &error), CG_OK);
    made_free(&file);
    file = inflating(7, false);
    refused(&file, CG_E_FORMAT, "too short");
    made_free(&file);
    file = inflating(9, false);
    refused(&file, CG_E_FORMAT, "too long");
    made_free(&file);
    file = inflating(100 << 20, false);
    refused(&file, CG_E_FORMAT, "too long");
    made_free(&file);
    file = inflating(8, true);
    refused(&file, CG_E_FORMAT, "overlaps another");
    made_free(&file);
}
END_TEST

static void count_warning(void *user, const struct cg_error *where)
{
    unsigned *count = user;
    ck_assert_str_eq(where->file, "made");
    ++*count;
}

/* Files that are odd are read, but not in silence. */
START_TEST(odd_files_warn)
{
    static const struct {
        const char *index;
        size_t index_length;
        const char *data;
        size_t data_length;
        uint64_t visits;
    } odd[] = {
        {TEXT(BOTH), TEXT("CUBEX.DATA\3\0\0\0\0\0\0\0"), 3},
        {TEXT(BOTH), TEXT("CUBEX.DATA\3\0\0\0"), 3},
        {TEXT(BOTH), TEXT("CUBEX.DATA"), 0},
        {TEXT(BOTH), TEXT("CUBEX.DATA\3\0\0\0\0\0\0\0" ROW ROW), 3},
        {TEXT(BOTH), TEXT("ZCUBEX.DATA" ROW), 0},
        {TEXT(BOTH "x"), TEXT("CUBEX.DATA\3\0\0\0\0\0\0\0" ROW), 3},
        {TEXT(BOTH), NULL, 0, 0},
        {NULL, 0, TEXT("CUBEX.DATA"), 0},
    };
    struct cg_profile_options options = CG_PROFILE_OPTIONS_INIT;
    unsigned count;
    options.warn = count_warning;
    options.user = &count;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        struct made file =
            made_file(TREE, odd[i].index, odd[i].index_length, odd[i].data, odd[i].data_length);
        struct cg_profile *profile;
        count = 0;
        ck_assert_int_eq(
            cg_profile_read_memory(&profile, file.bytes, file.length, "made", &options, NULL),
            CG_OK);
        ck_assert_uint_eq(count, 1);
        ck_assert_uint_eq(cg_profile_visits(profile, 0), odd[i].visits);
        ck_assert(cg_profile_metric(profile, 0)->measured == (odd[i].index && odd[i].data));
        cg_profile_free(profile);
        made_free(&file);
    }
}
END_TEST

START_TEST(what_is_not_finite_counts_as_0)
{
    struct made data = {0};
    struct cg_profile_options options = CG_PROFILE_OPTIONS_INIT;
    struct cg_profile *profile;
    unsigned count = 0;
    options.warn = count_warning;
    options.user = &count;
    made_put(&data, "CUBEX.DATA", 10);
    made_number(&data, 0x7ff0000000000000u, 8, false);
    made_number(&data, 0x7ff8000000000001u, 8, false);
    struct made file = made_file(
        "<metrics><metric id=\"0\" type=\"SIMPLE\"><dtype>DOUBLE</dtype></metric></metrics>"
        "<program>" REGION CNODES "</program>" LOCATION,
        TEXT(BOTH), (char *)data.bytes, data.length);
    ck_assert_int_eq(
        cg_profile_read_memory(&profile, file.bytes, file.length, "made", &options, NULL), CG_OK);
    ck_assert_uint_eq(count, 1);
    ck_assert_str_eq(cg_profile_metric(profile, 0)->name, "metric 0");
    ck_assert(cg_profile_exclusive(profile, 0, 0) == 0 && cg_profile_exclusive(profile, 0, 1) == 0);
    cg_profile_free(profile);
    made_free(&file);
    made_free(&data);
}
END_TEST

/* Archives */

START_TEST(archives_are_refused)
{
    struct made file = {0};
    struct cg_error error;
    made_member(&file, "anchor", "x", 1, MADE_RIGHT);
    made_end(&file);
    refused(&file, CG_E_FORMAT, "without anchor.xml");
    memset(file.bytes + 124, '7', 11); /* 8 GB */
    refused(&file, CG_E_FORMAT, "cut off: anchor has 8589934591 bytes, of which 1536");
    memcpy(file.bytes + 124, "\x80\0\0\0\0\xff\xff\xff\xff\xff\xff\xff", 12);
    refused(&file, CG_E_FORMAT, "cut off");
    memset(file.bytes + 124, 0xff, 12);
    refused(&file, CG_E_FORMAT, "not a header");
    memcpy(file.bytes + 124, "zzz", 3);
    refused(&file, CG_E_FORMAT, "not a header");
    ck_assert_int_eq(read_bytes(file.bytes, 511, &error), CG_E_FORMAT);
    made_free(&file);
    made_member(&file, "anchor.xml", "<cube/>", 7, MADE_RIGHT);
    made_put(&file, "rubbish", 7);
    refused(&file, CG_E_FORMAT, "cut off");
    for (int i = 0; i < 600; i++) {
        made_put(&file, "rubbish", 7);
    }
    refused(&file, CG_E_FORMAT, "not a header");
    made_free(&file);
}
END_TEST

/* Names of GNU tar, prefixes, several members of one name. */
START_TEST(archives_of_other_writers_are_read)
{
    static const char old[] = "<cube><program>" REGION "</program></cube>";
    static const char new[] = "<cube><program>" REGION CNODES "</program></cube>";
    struct made file = {0};
    struct cg_profile *profile;
    made_member(&file, "anchor.xml", old, sizeof old - 1, MADE_RIGHT);
    made_member(&file, "x", "anchor.xml", 10, MADE_RIGHT);
    file.bytes[file.length - 1024 + 156] = 'L';
    made_member(&file, "y", new, sizeof new - 1, MADE_RIGHT);
    made_member(&file, "anchor.xml", "", 0, MADE_RIGHT);
    file.bytes[file.length - 512 + 156] = 'x';
    made_member(&file, "anchor.xml", "", 0, MADE_RIGHT);
    strcpy((char *)file.bytes + file.length - 512 + 345, "directory");
    made_member(&file, "anchor.xml", "", 0, MADE_RIGHT);
    file.bytes[file.length - 512 + 156] = '5';
    made_end(&file);
    ck_assert_int_eq(cg_profile_read_memory(&profile, file.bytes, file.length, "made", NULL, NULL),
                     CG_OK);
    ck_assert_uint_eq(cg_profile_context_count(profile), 2);
    cg_profile_free(profile);
    made_free(&file);
}
END_TEST

static double value(uint32_t metric, uint32_t cnode, uint32_t location, uint32_t part)
{
    return metric + cnode + location + part;
}

static bool row(uint32_t metric, uint32_t cnode)
{
    return metric + cnode != 1;
}

static struct made small_file(const struct made_form *form)
{
    static const struct made_metric metrics[] = {{0, "visits", "EXCLUSIVE", "UINT64", true},
                                                 {1, "time", "INCLUSIVE", "TAU_ATOMIC", true}};
    static const uint32_t parents[] = {UINT32_MAX, 0, 1, 0}, ids[] = {0, 1, 2, 3};
    const struct made_model model = {4, parents, ids, ids, 4, 2, ids, metrics, 2, value, row};
    struct made file = {0};
    made_cubex(&file, &model, form);
    return file;
}

/* Whether a file that ends here ends among zeros of a block: readers see what they see of a file
 * that is shorter by one. */
static bool within_padding(const struct made *file, size_t length)
{
    return length % 512 > 1 && length + 1 < file->length && !file->bytes[length - 1] &&
           !file->bytes[length] && !file->bytes[length + 1];
}

/* Cut off anywhere a file is refused, but where nothing except padding is lost. */
START_TEST(cut_files_are_refused)
{
    struct made_form form = {0};
    for (unsigned i = 0; i < 8; i++) {
        form.compressed = i & 1;
        form.gzip_outer = i & 2;
        form.gzip_anchor = i & 4;
        struct made file = small_file(&form);
        struct cg_error error;
        size_t needed = form.gzip_outer ? file.length : file.length - 1024 - 511; /* no padding */
        for (size_t length = 0; length < file.length; length++) {
            if (within_padding(&file, length)) {
                continue;
            }
            char *copy = malloc(length + 1); /* so that reading behind it is noticed */
            memcpy(copy, file.bytes, length);
            int status = read_bytes(copy, length, &error);
            ck_assert(status == CG_OK || status == CG_E_FORMAT);
            ck_assert(status != CG_OK || length >= needed);
            free(copy);
        }
        ck_assert_int_eq(read_bytes(file.bytes, file.length, &error), CG_OK);
        made_free(&file);
    }
}
END_TEST

START_TEST(changed_bytes_do_no_harm)
{
    struct random random = {11};
    for (unsigned i = 0; i < 3000; i++) {
        const struct made_form form = {.compressed = i & 1, .dense = i & 2, .shuffled = i & 4};
        struct made file = small_file(&form);
        struct cg_error error;
        for (unsigned changes = 1 + draw(&random, 4); changes; changes--) {
            file.bytes[draw(&random, (uint32_t)file.length)] = (unsigned char)draw(&random, 256);
        }
        read_bytes(file.bytes, file.length, &error);
        made_free(&file);
    }
}
END_TEST

/* What wants too much */

static void limit_memory(void)
{
#if !defined(__SANITIZE_ADDRESS__)
    const struct rlimit limit = {1u << 30, 1u << 30};
    setrlimit(RLIMIT_AS, &limit);
#endif
}

/* Data compressed a thousandfold does not cost a thousand times the memory. */
START_TEST(entities_do_not_expand)
{
    struct made anchor = {0}, file = {0};
    struct cg_profile *profile;
    made_print(&anchor, "<!DOCTYPE cube [<!ENTITY a \"lol\">\n");
    for (char c = 'b'; c < 'k'; c++) {
        made_print(&anchor, "<!ENTITY %c \"&%c;&%c;&%c;&%c;&%c;&%c;&%c;&%c;\">\n", c, c - 1, c - 1,
                   c - 1, c - 1, c - 1, c - 1, c - 1, c - 1);
    }
    made_print(&anchor, "]><cube><program><region id=\"0\"><name>&j;&#0;&#x110000;&#65;&lt;</name>"
                        "</region><cnode id=\"0\" calleeId=\"0\"/></program></cube>");
    made_member(&file, "anchor.xml", anchor.bytes, anchor.length, MADE_RIGHT);
    made_end(&file);
    ck_assert_int_eq(cg_profile_read_memory(&profile, file.bytes, file.length, "made", NULL, NULL),
                     CG_OK);
    ck_assert_str_eq(cg_profile_frame_name(profile, 0), "&j;&#0;&#x110000;A<");
    cg_profile_free(profile);
    made_free(&anchor);
    made_free(&file);
}
END_TEST

START_TEST(trees_may_be_very_deep)
{
    enum { DEPTH = 1000000 };
    struct made anchor = {0}, file = {0}, packed = {0};
    struct cg_profile *profile;
    struct cg_call_context_info info;
    made_print(&anchor, "<cube><program>" REGION);
    for (unsigned i = 0; i < DEPTH; i++) {
        made_print(&anchor, "<cnode id=\"%u\" calleeId=\"0\">", i);
    }
    for (unsigned i = 0; i < DEPTH; i++) {
        made_print(&anchor, "</cnode>");
    }
    made_print(&anchor, "</program></cube>");
    made_deflate(&packed, anchor.bytes, anchor.length, true);
    made_member(&file, "anchor.xml", packed.bytes, packed.length, MADE_RIGHT);
    made_end(&file);
    ck_assert_int_eq(cg_profile_read_memory(&profile, file.bytes, file.length, "made", NULL, NULL),
                     CG_OK);
    ck_assert_uint_eq(cg_profile_context_count(profile), DEPTH);
    cg_profile_context(profile, DEPTH - 1, &info);
    ck_assert_uint_eq(info.parent, DEPTH - 2);
    cg_profile_free(profile);
    made_free(&anchor);
    made_free(&file);
    made_free(&packed);
}
END_TEST

/* Elements that never end, end tags of nothing: in time that grows with their number. */
START_TEST(tags_that_do_not_match_cost_little)
{
    struct made anchor = {0}, file = {0};
    struct cg_error error;
    made_print(&anchor, "<cube><program>");
    for (unsigned i = 0; i < 300000; i++) {
        made_print(&anchor, "<a><machine>");
    }
    for (unsigned i = 0; i < 300000; i++) {
        made_print(&anchor, "</b></node></cnode>");
    }
    made_print(&anchor, "</cube>");
    made_member(&file, "anchor.xml", anchor.bytes, anchor.length, MADE_RIGHT);
    made_end(&file);
    ck_assert_int_eq(read_bytes(file.bytes, file.length, &error), CG_OK);
    made_free(&anchor);
    made_free(&file);
}
END_TEST

/* Many metrics with hardly a row, of many paths: statistics of all of them. */
START_TEST(statistics_beyond_the_size_are_refused)
{
    struct made anchor = {0};
    made_print(&anchor, "<metrics><metric id=\"0\" type=\"EXCLUSIVE\"><dtype>NDOUBLES(4000)</dtype>"
                        "</metric></metrics>" LOCATION "<program>" REGION);
    for (unsigned i = 0; i < 60000; i++) {
        made_print(&anchor, "<cnode id=\"%u\" calleeId=\"0\" line=\"%u\" mod=\"a\"/>", i, i);
    }
    made_print(&anchor, "</program>");
    made_put(&anchor, "", 1);
    struct made file = made_file((char *)anchor.bytes, TEXT(BOTH), TEXT("CUBEX.DATA"));
    refused(&file, CG_E_LIMIT, "too many for a file of this size");
    made_free(&anchor);
    made_free(&file);
}
END_TEST

START_TEST(names_are_limited)
{
    struct made anchor = {0};
    char *name = malloc(900001);
    memset(name, 'x', 900000);
    name[900000] = '\0';
    made_print(&anchor, "<program><region id=\"0\"><name>");
    made_put(&anchor, name, 900000);
    made_print(&anchor, "</name></region><cnode id=\"9999\" calleeId=\"0\">");
    for (unsigned i = 0; i < 1000; i++) {
        made_print(
            &anchor,
            "<cnode id=\"%u\" calleeId=\"0\"><parameter parkey=\"a\" parvalue=\"%u\"/></cnode>", i,
            i);
    }
    made_print(&anchor, "</cnode></program>");
    made_put(&anchor, "", 1);
    anchor_refused((char *)anchor.bytes, CG_E_LIMIT, "names with parameters");
    made_free(&anchor);
    made_print(&anchor, "<program><region id=\"0\"><name>");
    made_put(&anchor, name, 900000);
    made_put(&anchor, name, 900000);
    made_print(&anchor, "</name></region></program>");
    made_put(&anchor, "", 1);
    anchor_refused((char *)anchor.bytes, CG_E_LIMIT, "a name of more than");
    made_free(&anchor);
    free(name);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {anchors_are_refused,
                                  indexes_and_data_are_refused,
                                  rows_have_their_size,
                                  odd_files_warn,
                                  what_is_not_finite_counts_as_0,
                                  archives_are_refused,
                                  archives_of_other_writers_are_read,
                                  cut_files_are_refused,
                                  changed_bytes_do_no_harm,
                                  entities_do_not_expand,
                                  trees_may_be_very_deep,
                                  tags_that_do_not_match_cost_little,
                                  statistics_beyond_the_size_are_refused,
                                  names_are_limited,
                                  NULL};
    limit_memory();
    return run_tests("bad cubex", tests, 120);
}
