/* Writes anchor.xml of a Cube 4 container: metrics, frames, call contexts, locations. */
#include "profile/cubex/cubex_write.h"

#include "profile/cubex/cubex_attributes.h"

#include <stdio.h>
#include <string.h>

struct anchor {
    struct cg_text *out;
    const struct writer *w;
    const struct cg_profile *profile;
};

/* XML has no such characters, not as references either: they are escaped as in JSON. */
static size_t put_forbidden(struct cg_text *out, const char *text)
{
    char escape[8];
    bool noncharacter =
        strncmp(text, "\xef\xbf\xbe", 3) == 0 || strncmp(text, "\xef\xbf\xbf", 3) == 0;
    unsigned code = noncharacter ? 0xff40u + (unsigned char)text[2] : (unsigned char)*text;
    if (!noncharacter && code >= ' ') {
        cg_text_put(out, text, 1);
        return 1;
    }
    snprintf(escape, sizeof escape, "\\u%04x", code);
    cg_text_add(out, escape);
    return noncharacter ? 3 : 1;
}

/* Characters that end a text or a value, or that XML trims, as references. */
static void put_escaped(struct cg_text *out, const char *text)
{
    for (; text && *text; text++) {
        switch (*text) {
        case '<':
            cg_text_add(out, "&lt;");
            break;
        case '>':
            cg_text_add(out, "&gt;");
            break;
        case '&':
            cg_text_add(out, "&amp;");
            break;
        case '"':
            cg_text_add(out, "&quot;");
            break;
        case '\t':
        case '\n':
        case '\r':
            cg_text_add(out, "&#");
            cg_text_add_number(out, (unsigned char)*text);
            cg_text_add(out, ";");
            break;
        default:
            text += put_forbidden(out, text) - 1;
        }
    }
}

static void put_element(struct anchor *a, const char *name, const char *text)
{
    cg_text_add(a->out, "<");
    cg_text_add(a->out, name);
    cg_text_add(a->out, ">");
    put_escaped(a->out, text);
    cg_text_add(a->out, "</");
    cg_text_add(a->out, name);
    cg_text_add(a->out, ">");
}

static void put_optional(struct anchor *a, const char *name, const char *text)
{
    if (text) {
        put_element(a, name, text);
    }
}

static void put_attr(struct anchor *a, const char *key, const char *value)
{
    cg_text_add(a->out, "<attr key=\"");
    put_escaped(a->out, key);
    cg_text_add(a->out, "\" value=\"");
    put_escaped(a->out, value);
    cg_text_add(a->out, "\"/>");
}

/* " name=\"7\"" */
static void put_numbered(struct anchor *a, const char *name, uint64_t number)
{
    cg_text_add(a->out, " ");
    cg_text_add(a->out, name);
    cg_text_add(a->out, "=\"");
    cg_text_add_number(a->out, number);
    cg_text_add(a->out, "\"");
}

static void put_rank(struct anchor *a, uint64_t rank)
{
    cg_text_add(a->out, "<rank>");
    cg_text_add_number(a->out, rank);
    cg_text_add(a->out, "</rank>");
}

struct cubex_metric_form cubex_metric_form(const struct profile_metric *metric)
{
    bool negative = false;
    if (metric->public.formula) {
        return (struct cubex_metric_form){"DOUBLE", CUBEX_F64};
    }
    if (metric->public.fold != CG_FOLD_SUM) {
        return (struct cubex_metric_form){
            metric->public.fold == CG_FOLD_MIN ? "MINDOUBLE" : "MAXDOUBLE", CUBEX_F64};
    }
    for (uint32_t i = 0; i < metric->statistic_count; i++) {
        negative = negative || metric->statistics[i].min < 0;
    }
    return !metric->public.integral ? (struct cubex_metric_form){"DOUBLE", CUBEX_F64}
           : negative               ? (struct cubex_metric_form){"INT64", CUBEX_I64}
                                    : (struct cubex_metric_form){"UINT64", CUBEX_U64};
}

/* A formula makes no difference to our reader, which finds values. */
static void put_metric_facts(struct anchor *a, const struct cg_metric *metric)
{
    put_optional(a, "cubepl", metric->formula);
    put_attr(a, CUBEX_ATTR_INTEGRAL, metric->integral ? "1" : "0");
    if (metric->formula) {
        put_attr(a, CUBEX_ATTR_FORMULA, metric->formula);
    }
}

static void put_metrics(struct anchor *a)
{
    static const char *const types[] = {"EXCLUSIVE", "INCLUSIVE", "SIMPLE"};
    cg_text_add(a->out, "<metrics>\n");
    for (uint32_t i = 0; i < a->profile->metric_count; i++) {
        const struct profile_metric *metric = &a->profile->metrics[i];
        cg_text_add(a->out, "<metric");
        put_numbered(a, "id", i);
        cg_text_add(a->out, " type=\"");
        cg_text_add(a->out, metric->public.formula ? "POSTDERIVED" : types[metric->public.kind]);
        cg_text_add(a->out, "\">");
        put_element(a, "disp_name", metric->public.label);
        put_element(a, "uniq_name", metric->public.name);
        put_element(a, "dtype", cubex_metric_form(metric).type);
        put_element(a, "uom", metric->public.unit);
        put_element(a, "url", "");
        put_element(a, "descr", "");
        put_metric_facts(a, &metric->public);
        cg_text_add(a->out, "</metric>\n");
    }
    cg_text_add(a->out, "</metrics>\n");
}

/* Cube's own word for what a frame is. */
static const char *role_of(enum cg_frame_kind kind)
{
    return kind == CG_FRAME_FUNCTION || kind == CG_FRAME_KERNEL ? "function" : "artificial";
}

static void put_regions(struct anchor *a)
{
    for (cg_frame i = 0; i < a->profile->frame_count; i++) {
        struct cg_frame_info frame;
        cg_profile_frame(a->profile, i, &frame);
        cg_text_add(a->out, "<region");
        put_numbered(a, "id", i);
        cg_text_add(a->out, " mod=\"");
        put_escaped(a->out, frame.file);
        cg_text_add(a->out, "\"");
        if (frame.line) {
            put_numbered(a, "begin", frame.line);
            put_numbered(a, "end", frame.line);
        } else {
            cg_text_add(a->out, " begin=\"-1\" end=\"-1\"");
        }
        cg_text_add(a->out, ">");
        put_element(a, "name", frame.name);
        put_optional(a, "mangled_name", frame.linkage_name);
        put_optional(a, "paradigm", frame.group);
        put_element(a, "role", role_of(frame.kind));
        put_element(a, "url", "");
        put_element(a, "descr", "");
        put_attr(a, CUBEX_ATTR_KIND, cubex_kind_names[frame.kind]);
        if (frame.object) {
            put_attr(a, CUBEX_ATTR_OBJECT, frame.object);
        }
        cg_text_add(a->out, "</region>\n");
    }
}

static void open_cnode(struct anchor *a, cg_call_context number)
{
    struct cg_call_context_info info;
    char flags[2] = "0";
    cg_profile_context(a->profile, number, &info);
    cg_text_add(a->out, "<cnode");
    put_numbered(a, "id", number);
    if (info.site_file) {
        if (info.site_line) {
            put_numbered(a, "line", info.site_line);
        }
        cg_text_add(a->out, " mod=\"");
        put_escaped(a->out, info.site_file);
        cg_text_add(a->out, "\"");
    }
    put_numbered(a, "calleeId", info.frame);
    cg_text_add(a->out, ">");
    if (info.flags) {
        flags[0] = "0123456789abcdef"[info.flags & 15];
        put_attr(a, CUBEX_ATTR_FLAGS, flags);
    }
}

static void put_cnodes(struct anchor *a, const struct writer_tree *tree)
{
    uint32_t levels;
    for (cg_call_context i = tree->first[0]; i != CG_NO_CONTEXT;) {
        open_cnode(a, i);
        i = writer_tree_next(tree, a->profile, i, &levels);
        for (; levels; levels--) {
            cg_text_add(a->out, "</cnode>");
        }
        cg_text_add(a->out, "\n");
    }
}

static bool same_group(const struct cg_location *x, const struct cg_location *y)
{
    return x->rank == y->rank &&
           (x->group && y->group ? strcmp(x->group, y->group) == 0 : x->group == y->group);
}

/* What a group and a location begin with. */
static void put_member(struct anchor *a, const char *tag, uint32_t id, const char *name)
{
    cg_text_add(a->out, tag);
    put_numbered(a, "Id", id);
    cg_text_add(a->out, ">");
    put_element(a, "name", name);
}

static void open_group(struct anchor *a, uint32_t id, const struct cg_location *location)
{
    put_member(a, "<locationgroup", id, location->group);
    put_rank(a, location->rank);
    put_element(a, "type", "process");
    cg_text_add(a->out, "\n");
}

static void put_location(struct anchor *a, uint32_t id, const struct cg_location *location)
{
    put_member(a, "<location", id, location->name);
    put_rank(a, location->thread);
    put_element(a, "type", "thread");
    cg_text_add(a->out, "</location>\n");
}

static void put_system(struct anchor *a)
{
    struct cg_location before = {0};
    uint32_t groups = 0;
    uint32_t count = a->w->options->values ? a->profile->location_count : 1;
    cg_text_add(a->out, "<system>\n<systemtreenode Id=\"0\"><name>machine</name>"
                        "<class>machine</class>\n<systemtreenode Id=\"1\"><name>node</name>"
                        "<class>node</class>\n");
    for (uint32_t i = 0; i < count; i++) {
        struct cg_location location;
        cg_profile_location(a->profile, i, &location);
        if (count != a->profile->location_count) {
            location = (struct cg_location){.name = "all locations"};
        }
        if (!i || !same_group(&before, &location)) {
            cg_text_add(a->out, i ? "</locationgroup>\n" : "");
            open_group(a, groups++, &location);
        }
        put_location(a, i, &location);
        before = location;
    }
    cg_text_add(a->out, count ? "</locationgroup>\n" : "");
    cg_text_add(a->out, "</systemtreenode>\n</systemtreenode>\n<topologies></topologies>\n"
                        "</system>\n");
}

static void put_notes(struct anchor *a)
{
    const char *note;
    for (uint32_t i = 0; (note = cg_profile_note_at(a->profile, i)) != NULL; i++) {
        char key[sizeof CUBEX_ATTR_NOTE + 12];
        snprintf(key, sizeof key, CUBEX_ATTR_NOTE "%u", i + 1);
        put_attr(a, key, note);
    }
}

void cubex_write_anchor(struct cg_text *out, const struct writer *w, const struct writer_tree *tree)
{
    struct anchor a = {out, w, w->profile};
    const char *creator = cg_profile_creator(w->profile);
    cg_text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cube version=\"4.4\">\n");
    if (creator) {
        put_attr(&a, "Creator", creator);
    }
    put_attr(&a, "CUBE_CT_AGGR", "SUM");
    put_attr(&a, CUBEX_ATTR_SAMPLED, w->profile->sampled ? "1" : "0");
    put_attr(&a, CUBEX_ATTR_TAIL, w->profile->loses_tail_callers ? "1" : "0");
    put_notes(&a);
    cg_text_add(out, "\n<doc><mirrors></mirrors></doc>\n");
    put_metrics(&a);
    cg_text_add(out, "<program>\n");
    put_regions(&a);
    put_cnodes(&a, tree);
    cg_text_add(out, "</program>\n");
    put_system(&a);
    cg_text_add(out, "</cube>\n");
}
