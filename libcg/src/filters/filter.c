/* The formats of filters. */
#include "filters/filter_rules.h"

#include "base/error.h"
#include "base/versioned_options.h"

#include <stdlib.h>
#include <string.h>

static const struct format {
    const char *name;
    int (*parse)(struct filter_reader *reader);
    int (*write)(const struct filter_writer *writer, struct cg_error *error);
    const char *signs[6]; /* a line that begins so shows the format; ended by NULL */
    bool loses_inlined;
} formats[] = {
    {"scorep",
     filter_parse_scorep,
     filter_write_scorep,
     {"SCOREP_FILE_NAMES_BEGIN", "SCOREP_REGION_NAMES_BEGIN"},
     false},
    {"tau",
     filter_parse_tau,
     filter_write_tau,
     {"BEGIN_INCLUDE_LIST", "BEGIN_EXCLUDE_LIST", "BEGIN_FILE_INCLUDE_LIST",
      "BEGIN_FILE_EXCLUDE_LIST", "BEGIN_INSTRUMENT_SECTION"},
     false},
    {"gcc",
     filter_parse_gcc,
     filter_write_gcc,
     {"-finstrument-functions", "\"-finstrument-functions", "'-finstrument-functions"},
     false},
    {"xray", filter_parse_xray, filter_write_xray, {"[always]", "[never]"}, true},
    {"clang-profile",
     filter_parse_profile,
     filter_write_profile,
     {"fun:", "!fun:", "function:", "default:", "[clang]"},
     false},
    {"uftrace", filter_parse_uftrace, filter_write_uftrace, {"-P ", "-U ", "-F ", "-N "}, true},
    {"perf", filter_parse_perf, filter_write_perf, {"perf probe "}, true},
    {"callgrind",
     filter_parse_callgrind,
     filter_write_callgrind,
     {"--callgrind:fn-skip=", "--fn-skip=", "--toggle-collect=", "--callgrind:toggle-collect="},
     true},
};
#define FORMATS (sizeof formats / sizeof *formats)

const char *cg_filter_format_at(size_t i)
{
    return i < FORMATS ? formats[i].name : NULL;
}

static const struct format *find_format(const char *name)
{
    for (size_t i = 0; name && i < FORMATS; i++) {
        if (strcmp(formats[i].name, name) == 0) {
            return &formats[i];
        }
    }
    return NULL;
}

bool cg_filter_loses_inlined(const char *format)
{
    const struct format *found = find_format(format);
    return found && found->loses_inlined;
}

static const char *format_of_line(const char *line)
{
    for (size_t i = 0; i < FORMATS; i++) {
        for (const char *const *sign = formats[i].signs; *sign; sign++) {
            if (strncmp(line, *sign, strlen(*sign)) == 0) {
                return formats[i].name;
            }
        }
    }
    return NULL;
}

const char *cg_filter_recognise(const char *text)
{
    const char *found = NULL;
    while (!found && *text) {
        text += strspn(text, " \t\r\n");
        found = format_of_line(text);
        text += strcspn(text, "\n");
    }
    return found;
}

static int begin_shown(struct shown *shown, const struct cg_graph *graph,
                       const struct cg_filter_options *options, struct cg_error *error)
{
    struct cg_filter_options own = CG_FILTER_OPTIONS_INIT;
    int status = OPTIONS_TAKE(&own, options, cg_filter_options, error);
    return status ? status : shown_make(shown, graph, &own, error);
}

static int fail_format(const char *format, struct cg_error *error)
{
    return cg_fail(error, CG_E_ARGUMENT, "there is no format of filters '%.100s'", format);
}

int cg_filter_write(char **text, const struct cg_graph *graph, const bool *set, const char *format,
                    const struct cg_filter_options *options, struct cg_error *error)
{
    const struct format *found = find_format(format);
    struct shown shown = {0};
    struct cg_text out = {0};
    if (!found) {
        return fail_format(format, error);
    }
    int status = begin_shown(&shown, graph, options, error);
    status = status ? status : found->write(&(struct filter_writer){&out, &shown, set}, error);
    cg_text_put(&out, "", 1);
    if (!status && out.failed) {
        status = cg_fail_memory(error);
    }
    shown_clear(&shown);
    if (status) {
        cg_text_free(&out);
        return status;
    }
    *text = out.bytes;
    return CG_OK;
}

int cg_filter_read(bool *selected, const struct cg_graph *graph, const char *text,
                   const char *format, const struct cg_filter_options *options,
                   struct cg_error *error)
{
    struct cg_filter_options own = CG_FILTER_OPTIONS_INIT;
    int status = OPTIONS_TAKE(&own, options, cg_filter_options, error);
    if (status) {
        return status;
    }
    const char *name = own.name ? own.name : "filter";
    const char *meant = format ? format : cg_filter_recognise(text);
    const struct format *found = find_format(meant);
    struct shown shown = {0};
    struct filter_rules rules = {.name = name};
    struct filter_reader reader = {.name = name, .at = text, .rules = &rules, .error = error};
    if (!found) {
        return meant ? fail_format(meant, error)
                     : cg_fail_at(error, CG_E_FORMAT, name, 0, 0, "this is no filter");
    }
    status = begin_shown(&shown, graph, &own, error);
    status = status ? status : found->parse(&reader);
    status = status ? status : filter_apply(selected, &rules, &shown, error);
    filter_clear(&rules);
    shown_clear(&shown);
    return status;
}
