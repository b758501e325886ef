/*
 * Chooses name, unit and kind for each part of a metric's type, with a number behind a name that is
 * taken.
 */
#include "profile/cubex/cubex_metric.h"

#include "strings/text.h"

#include <stdlib.h>

static const char *string_of(const struct builder *b, uint32_t string)
{
    return string == BUILDER_NONE ? NULL : cg_pool_string(&b->profile->strings, string);
}

/* The metric's name; "metric 7" if the file has none. */
static bool put_name(struct cg_text *out, const struct builder *b, const struct cubex_metric *m)
{
    const char *name = string_of(b, m->name != BUILDER_NONE ? m->name : m->label);
    if (name) {
        cg_text_add(out, name);
    } else {
        cg_text_add(out, "metric ");
        cg_text_add_number(out, m->id);
    }
    return !out->failed;
}

/* Two metrics with one name would become one. */
static void put_distinct(struct cg_text *out, struct builder *b, struct source *s, uint32_t id)
{
    cg_text_put(out, "", 1);
    while (!out->failed && cg_profile_find_metric(b->profile, out->bytes) != UINT32_MAX) {
        source_warn(s, "two metrics are called %.200s", out->bytes);
        out->length--;
        cg_text_add(out, "#");
        cg_text_add_number(out, id);
        cg_text_put(out, "", 1);
    }
}

/* Score-P marks times as exclusive when it writes TAU_ATOMIC, but their sums are inclusive. */
static enum cg_metric_kind kind_of(const struct cubex_metric *m, const struct cubex_type *type,
                                   const struct cubex_part *part, const char *name)
{
    if (m->has_facts) {
        return m->kind;
    }
    if (!part->adds_up) {
        return CG_METRIC_SIMPLE;
    }
    bool time = type->shape == CUBEX_ATOMIC && strcmp(name, CG_METRIC_TIME) == 0;
    return time && part->number == CUBEX_F64 ? CG_METRIC_INCLUSIVE : m->kind;
}

static bool declare_part(struct cubex_values *out, struct builder *b, struct source *s,
                         const struct cubex_metric *m, uint32_t number)
{
    struct cg_text name = {0};
    struct cubex_part part;
    put_name(&name, b, m);
    cg_text_put(&name, "", 1);
    bool counts = !name.failed && strcmp(name.bytes, CG_METRIC_VISITS) == 0;
    cubex_type_part(&part, &out->type, number, counts);
    struct cg_metric metric = {.label = part.suffix[0] ? NULL : string_of(b, m->label),
                               .unit = string_of(b, m->unit),
                               .kind = name.failed ? CG_METRIC_SIMPLE
                                                   : kind_of(m, &out->type, &part, name.bytes),
                               .fold = m->formula != BUILDER_NONE ? CG_FOLD_MAX : part.fold,
                               .integral = m->has_facts ? m->integral : cubex_is_whole(part.number),
                               .formula = string_of(b, m->formula)};
    name.length -= !name.failed;
    cg_text_add(&name, part.suffix);
    put_distinct(&name, b, s, m->id);
    metric.name = name.bytes;
    if (name.failed) {
        source_fail(s, CG_E_MEMORY, "out of memory");
    } else {
        out->numbers[number] = builder_metric(b, &metric);
    }
    cg_text_free(&name);
    return !s->status && !b->status;
}

/* The files, if there are values that this reader supports. */
static const struct cubex_files *find_files(struct source *s, const struct cubex_tar *tar,
                                            const struct cubex_metric *m, const char *name,
                                            const char *type, bool known)
{
    const struct cubex_files *files = cubex_tar_find(tar, m->id);
    if (!files) {
        return NULL;
    }
    if (!files->index.present || !files->data.present) {
        source_warn(s, "metric %.200s: %u.%s is missing, its values are ignored", name, m->id,
                    files->index.present ? "data" : "index");
        return NULL;
    }
    if (m->order == CUBEX_UNKNOWN || m->order == CUBEX_DERIVED) {
        source_warn(s, "metric %.200s: its values are ignored, since its type is %s", name,
                    m->order == CUBEX_DERIVED ? "derived" : "not known");
        return NULL;
    }
    if (!known) {
        source_warn(s, "metric %.200s: values of type %.100s are ignored", name,
                    type ? type : "\"\"");
        return NULL;
    }
    return files;
}

bool cubex_metric_declare(struct cubex_values *out, struct builder *b, struct source *s,
                          const struct cubex_tar *tar, const struct cubex_metric *m)
{
    const char *type = string_of(b, m->type);
    *out = (struct cubex_values){.id = m->id, .order = m->order};
    bool known = type && cubex_type_parse(&out->type, type);
    if (!known) {
        cubex_type_parse(&out->type, "DOUBLE");
    }
    if (b->profile->metric_count + out->type.parts > CUBEX_LIMIT_METRICS) {
        return source_fail(s, CG_E_LIMIT, "more than %u metrics", CUBEX_LIMIT_METRICS);
    }
    out->numbers = calloc(out->type.parts, sizeof *out->numbers);
    if (!out->numbers) {
        return source_fail(s, CG_E_MEMORY, "out of memory");
    }
    for (uint32_t part = 0; part < out->type.parts; part++) {
        if (!declare_part(out, b, s, m, part)) {
            return false;
        }
    }
    out->name = cg_profile_metric(b->profile, out->numbers[0])->name;
    out->files = find_files(s, tar, m, out->name, type, known);
    return true;
}
