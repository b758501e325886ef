/* Writes a whole profile as JSON. */
#include "dump/dump.h"

#include <string.h>

void dump_json_begin(struct dump *dump)
{
    dump->json = (struct json){.out = dump->out};
    json_open(&dump->json, NULL, '{');
    json_number(&dump->json, "version", 1);
    if (dump->settings->locations) {
        json_open(&dump->json, "values", '[');
    }
}

void dump_json_row(struct dump *dump, const struct cg_profile *profile,
                   const struct cg_profile_row *row)
{
    struct json *json = &dump->json;
    json_open_line(json, NULL, '{');
    json_text(json, "metric", cg_profile_metric(profile, row->metric)->name);
    json_number(json, "path", row->context);
    json_open(json, "byLocation", '[');
    for (uint32_t i = 0; i < row->count; i++) {
        json_double(json, NULL, row->values[i]);
    }
    json_close(json, ']');
    json_close(json, '}');
}

static void write_if(struct json *json, const char *key, const char *text)
{
    if (text) {
        json_text(json, key, text);
    }
}

static void write_locations(struct dump *dump)
{
    json_open(&dump->json, "locations", '[');
    for (uint32_t i = 0; i < cg_profile_location_count(dump->profile); i++) {
        struct cg_location location;
        cg_profile_location(dump->profile, i, &location);
        json_open_line(&dump->json, NULL, '{');
        json_number(&dump->json, "rank", location.rank);
        json_number(&dump->json, "thread", location.thread);
        write_if(&dump->json, "name", location.name);
        write_if(&dump->json, "group", location.group);
        json_close(&dump->json, '}');
    }
    json_close(&dump->json, ']');
}

static void write_metrics(struct dump *dump)
{
    static const char *const kinds[] = {[CG_METRIC_EXCLUSIVE] = "exclusive",
                                        [CG_METRIC_INCLUSIVE] = "inclusive",
                                        [CG_METRIC_SIMPLE] = "simple"};
    static const char *const folds[] = {
        [CG_FOLD_SUM] = "sum", [CG_FOLD_MIN] = "min", [CG_FOLD_MAX] = "max"};
    json_open(&dump->json, "metrics", '[');
    for (uint32_t i = 0; i < cg_profile_metric_count(dump->profile); i++) {
        const struct cg_metric *metric = cg_profile_metric(dump->profile, i);
        json_open_line(&dump->json, NULL, '{');
        json_text(&dump->json, "name", metric->name);
        write_if(&dump->json, "label", metric->label);
        json_text(&dump->json, "unit", metric->unit);
        json_text(&dump->json, "kind", kinds[metric->kind]);
        json_text(&dump->json, "fold", folds[metric->fold]);
        json_bool(&dump->json, "integral", metric->integral);
        json_bool(&dump->json, "measured", metric->measured);
        json_close(&dump->json, '}');
    }
    json_close(&dump->json, ']');
}

static void write_frame(struct json *json, const struct cg_frame_info *frame)
{
    static const char *const kinds[] = {
        [CG_FRAME_FUNCTION] = "function", [CG_FRAME_REGION] = "region", [CG_FRAME_ROOT] = "root",
        [CG_FRAME_UNKNOWN] = "unknown",   [CG_FRAME_KERNEL] = "kernel",
    };
    json_open_line(json, NULL, '{');
    json_text(json, "name", frame->name);
    write_if(json, "linkageName", frame->linkage_name);
    json_text(json, "kind", kinds[frame->kind]);
    write_if(json, "file", frame->file);
    if (frame->line) {
        json_number(json, "line", frame->line);
    }
    write_if(json, "object", frame->object);
    write_if(json, "group", frame->group);
    json_close(json, '}');
}

static void write_frames(struct dump *dump)
{
    json_open(&dump->json, "frames", '[');
    for (cg_frame i = 0; i < cg_profile_frame_count(dump->profile); i++) {
        struct cg_frame_info frame;
        cg_profile_frame(dump->profile, i, &frame);
        write_frame(&dump->json, &frame);
    }
    json_close(&dump->json, ']');
}

/* A metric on a path: its sum over all locations as measured; more statistics if there are several
 * locations. Metrics that are 0 everywhere are left out. */
static void write_value(struct dump *dump, uint32_t number, cg_call_context path)
{
    struct json *json = &dump->json;
    const struct cg_metric *metric = cg_profile_metric(dump->profile, number);
    struct cg_statistics s;
    cg_profile_statistics(dump->profile, number, path, &s);
    if (s.sum == 0 && s.min == 0 && s.max == 0) {
        return;
    }
    json_open(json, metric->name, '{');
    if (metric->integral && metric->fold == CG_FOLD_SUM && s.sum >= 0 && s.count < UINT64_MAX) {
        json_number(json, "sum", s.count);
    } else {
        json_double(json, "sum", s.sum);
    }
    if (metric->kind != CG_METRIC_SIMPLE) {
        json_double(json, "exclusive", cg_profile_exclusive(dump->profile, number, path));
        json_double(json, "inclusive", cg_profile_inclusive(dump->profile, number, path));
    }
    if (cg_profile_location_count(dump->profile) > 1) {
        json_double(json, "min", s.min);
        json_number(json, "minAt", s.min_at);
        json_double(json, "max", s.max);
        json_number(json, "maxAt", s.max_at);
        json_double(json, "mean", s.mean);
        json_double(json, "deviation", s.deviation);
    }
    json_close(json, '}');
}

static void write_flags(struct json *json, unsigned flags)
{
    static const struct {
        unsigned flag;
        const char *word;
    } words[] = {{CG_CONTEXT_FRAGMENT, "piece"},
                 {CG_CONTEXT_CALL, "call"},
                 {CG_CONTEXT_INLINED, "inlined"},
                 {CG_CONTEXT_RECURSIVE, "again"}};
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        if (flags & words[i].flag) {
            json_bool(json, words[i].word, true);
        }
    }
}

static void write_path(struct dump *dump, cg_call_context path)
{
    struct json *json = &dump->json;
    struct cg_call_context_info info;
    cg_profile_context(dump->profile, path, &info);
    json_open_line(json, NULL, '{');
    if (info.parent == CG_NO_CONTEXT) {
        json_text(json, "parent", NULL);
    } else {
        json_number(json, "parent", info.parent);
    }
    json_number(json, "frame", info.frame);
    write_flags(json, info.flags);
    write_if(json, "siteFile", info.site_file);
    if (info.site_line) {
        json_number(json, "siteLine", info.site_line);
    }
    json_open(json, "values", '{');
    for (uint32_t i = 0; i < cg_profile_metric_count(dump->profile); i++) {
        write_value(dump, i, path);
    }
    json_close(json, '}');
    json_close(json, '}');
}

static void write_notes(struct dump *dump)
{
    const char *note;
    json_open(&dump->json, "notes", '[');
    for (uint32_t i = 0; (note = cg_profile_note_at(dump->profile, i)) != NULL; i++) {
        json_text(&dump->json, NULL, note);
    }
    json_close(&dump->json, ']');
}

int dump_json(struct dump *dump, struct cg_error *error)
{
    struct json *json = &dump->json;
    (void)error;
    if (dump->settings->locations) {
        json_close(json, ']');
    }
    json_text(json, "format", cg_profile_format(dump->profile));
    json_text(json, "creator", cg_profile_creator(dump->profile));
    json_bool(json, "sampled", cg_profile_is_sampled(dump->profile));
    json_bool(json, "losesTailCallers", cg_profile_loses_tail_callers(dump->profile));
    write_notes(dump);
    write_locations(dump);
    write_metrics(dump);
    write_frames(dump);
    json_open(json, "paths", '[');
    for (cg_call_context path = 0; path < cg_profile_context_count(dump->profile); path++) {
        write_path(dump, path);
    }
    json_close(json, ']');
    json_close(json, '}');
    putc('\n', dump->out);
    return CG_OK;
}
