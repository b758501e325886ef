/*
 * A table says which elements and attributes matter inside which; open elements are a stack, and
 * text goes to the innermost.
 */
#include "profile/cubex/cubex_anchor.h"

#include "base/memory.h"
#include "profile/cubex/cubex_attributes.h"
#include "profile/cubex/cubex_xml.h"
#include "strings/digits.h"

#include <stdlib.h>

enum element {
    DOCUMENT,
    CUBE,
    ATTR,
    METRICS,
    METRIC,
    PROGRAM,
    REGION,
    CNODE,
    PARAMETER,
    SYSTEM,
    TREE,
    GROUP,
    LOCATION,
    FORMULA, /* text that may not even be XML */
    TEXT,    /* of the enclosing element */
    OTHER,
};

#define IN(element) (1u << (element))

enum text {
    NO_TEXT,
    DISP_NAME,
    UNIQ_NAME,
    DTYPE,
    UOM,
    NAME,
    MANGLED_NAME,
    PARADIGM,
    ROLE,
    DESCR,
    RANK,
};

/* Relevant elements, with their parents. The second names of places are those of Cube before
 * 4.3. */
static const struct kind {
    const char *name;
    enum element element;
    enum text text;
    unsigned parents;
} kinds[] = {
    {"cnode", CNODE, NO_TEXT, IN(PROGRAM) | IN(CNODE)},
    {"parameter", PARAMETER, NO_TEXT, IN(CNODE)},
    {"region", REGION, NO_TEXT, IN(PROGRAM)},
    {"name", TEXT, NAME, IN(REGION) | IN(GROUP) | IN(LOCATION)},
    {"mangled_name", TEXT, MANGLED_NAME, IN(REGION)},
    {"paradigm", TEXT, PARADIGM, IN(REGION)},
    {"role", TEXT, ROLE, IN(REGION)},
    {"descr", TEXT, DESCR, IN(REGION)},
    {"location", LOCATION, NO_TEXT, IN(SYSTEM) | IN(TREE) | IN(GROUP)},
    {"thread", LOCATION, NO_TEXT, IN(SYSTEM) | IN(TREE) | IN(GROUP)},
    {"rank", TEXT, RANK, IN(GROUP) | IN(LOCATION)},
    {"locationgroup", GROUP, NO_TEXT, IN(SYSTEM) | IN(TREE)},
    {"process", GROUP, NO_TEXT, IN(SYSTEM) | IN(TREE)},
    {"systemtreenode", TREE, NO_TEXT, IN(SYSTEM) | IN(TREE)},
    {"machine", TREE, NO_TEXT, IN(SYSTEM) | IN(TREE)},
    {"node", TREE, NO_TEXT, IN(SYSTEM) | IN(TREE)},
    {"metric", METRIC, NO_TEXT, IN(METRICS) | IN(METRIC)},
    {"disp_name", TEXT, DISP_NAME, IN(METRIC)},
    {"uniq_name", TEXT, UNIQ_NAME, IN(METRIC)},
    {"dtype", TEXT, DTYPE, IN(METRIC)},
    {"uom", TEXT, UOM, IN(METRIC)},
    {"cubepl", FORMULA, NO_TEXT, IN(METRIC)},
    {"cubeplinit", FORMULA, NO_TEXT, IN(METRIC)},
    {"cubeplaggr", FORMULA, NO_TEXT, IN(METRIC)},
    {"attr", ATTR, NO_TEXT, IN(CUBE) | IN(METRIC) | IN(REGION) | IN(CNODE)},
    {"cube", CUBE, NO_TEXT, IN(DOCUMENT)},
    {"metrics", METRICS, NO_TEXT, IN(CUBE)},
    {"program", PROGRAM, NO_TEXT, IN(CUBE)},
    {"system", SYSTEM, NO_TEXT, IN(CUBE)},
};
#define KINDS (sizeof kinds / sizeof *kinds)

/* An open element. */
struct level {
    uint32_t kind; /* KINDS: of no interest */
    uint32_t name; /* for those: a number derived from its name */
};

struct parser {
    struct xml x;
    struct builder *b;
    struct cubex_anchor *anchor;
    struct level *levels;
    size_t capacity;
    size_t depth;
    size_t open[KINDS + 1]; /* open elements of each kind */
    uint32_t metric;        /* the open one */
    uint32_t cnode;
    uint32_t group_name;
    uint64_t group_rank;
    bool has_cube;
    struct cg_text text;       /* of the current element */
    struct cg_text parameters; /* of the current cnode */
};

static bool out_of_memory(struct parser *p)
{
    return xml_fail(&p->x, CG_E_MEMORY, "out of memory");
}

static enum element element_at(const struct parser *p, size_t depth)
{
    if (!depth) {
        return DOCUMENT;
    }
    uint32_t kind = p->levels[depth - 1].kind;
    return kind < KINDS ? kinds[kind].element : OTHER;
}

static uint32_t kind_of(const struct xml *x)
{
    uint32_t kind = 0;
    while (kind < KINDS && (strlen(kinds[kind].name) != x->name_length ||
                            memcmp(kinds[kind].name, x->name, x->name_length) != 0)) {
        kind++;
    }
    return kind;
}

/* A number for an irrelevant name, to match its tags. */
static uint32_t number_of_name(const struct xml *x)
{
    uint32_t number = (uint32_t)x->name_length;
    for (size_t i = 0; i < x->name_length; i++) {
        number = number * 31 + (unsigned char)x->name[i];
    }
    return number;
}

static uint32_t value_string(struct parser *p)
{
    size_t length = p->x.value.length;
    return length ? builder_string(p->b, p->x.value.bytes, length) : BUILDER_NONE;
}

static uint32_t attribute_string(struct parser *p, const char *name)
{
    return xml_attribute(&p->x, name) ? value_string(p) : BUILDER_NONE;
}

static bool attribute_begins(struct parser *p, const char *name, const char *with)
{
    return xml_attribute(&p->x, name) && p->x.value.length >= strlen(with) &&
           memcmp(p->x.value.bytes, with, strlen(with)) == 0;
}

static bool attribute_is(struct parser *p, const char *name, const char *value)
{
    return xml_attribute(&p->x, name) && p->x.value.length == strlen(value) &&
           memcmp(p->x.value.bytes, value, p->x.value.length) == 0;
}

/* Ids are below 2^32 - 1. */
static bool read_id(struct parser *p, const char *name, uint32_t *out)
{
    uint64_t number;
    if (!xml_attribute(&p->x, name) ||
        !cg_read_digits(&number, p->x.value.bytes, p->x.value.length, UINT32_MAX - 1)) {
        return xml_fail(&p->x, CG_E_FORMAT, "%.*s without a number as %s",
                        (int)(p->x.name_length < 40 ? p->x.name_length : 40), p->x.name, name);
    }
    *out = (uint32_t)number;
    return true;
}

/* 0 if unknown, which files write as -1. */
static uint32_t read_line(struct parser *p, const char *name)
{
    uint64_t number;
    return xml_attribute(&p->x, name) &&
                   cg_read_digits(&number, p->x.value.bytes, p->x.value.length, UINT32_MAX)
               ? (uint32_t)number
               : 0;
}

static bool open_metric(struct parser *p)
{
    static const struct {
        const char *name;
        enum cubex_order order;
        enum cg_metric_kind kind;
    } types[] = {{"EXCLUSIVE", CUBEX_EXCLUSIVE, CG_METRIC_EXCLUSIVE},
                 {"INCLUSIVE", CUBEX_INCLUSIVE, CG_METRIC_INCLUSIVE},
                 {"SIMPLE", CUBEX_SIMPLE, CG_METRIC_SIMPLE},
                 {"POSTDERIVED", CUBEX_DERIVED, CG_METRIC_SIMPLE},
                 {"PREDERIVED_INCLUSIVE", CUBEX_DERIVED, CG_METRIC_INCLUSIVE},
                 {"PREDERIVED_EXCLUSIVE", CUBEX_DERIVED, CG_METRIC_EXCLUSIVE}};
    struct cubex_anchor *a = p->anchor;
    struct cubex_metric new = {.order = CUBEX_UNKNOWN,
                               .kind = CG_METRIC_SIMPLE,
                               .name = BUILDER_NONE,
                               .label = BUILDER_NONE,
                               .unit = BUILDER_NONE,
                               .type = BUILDER_NONE,
                               .formula = BUILDER_NONE,
                               .parent = p->metric};
    if (!read_id(p, "id", &new.id)) {
        return false;
    }
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (attribute_is(p, "type", types[i].name)) {
            new.order = types[i].order;
            new.kind = types[i].kind;
        }
    }
    if (a->metric_count >= PROFILE_LIMIT_METRICS) {
        return xml_fail(&p->x, CG_E_LIMIT, "too many metrics");
    }
    if (!cg_grow(&a->metrics, &a->metric_capacity, a->metric_count + 1u, sizeof *a->metrics)) {
        return out_of_memory(p);
    }
    p->metric = a->metric_count++;
    a->metrics[p->metric] = new;
    return true;
}

static bool open_region(struct parser *p)
{
    struct cubex_anchor *a = p->anchor;
    struct cubex_region new = {.name = BUILDER_NONE,
                               .linkage_name = BUILDER_NONE,
                               .paradigm = BUILDER_NONE,
                               .role = BUILDER_NONE,
                               .about = BUILDER_NONE,
                               .object = BUILDER_NONE,
                               .kind = BUILDER_NONE};
    if (!read_id(p, "id", &new.id)) {
        return false;
    }
    new.file = attribute_string(p, "mod");
    new.line = read_line(p, "begin");
    if (a->region_count >= PROFILE_LIMIT_FRAMES) {
        return xml_fail(&p->x, CG_E_LIMIT, "too many regions");
    }
    if (!cg_grow(&a->regions, &a->region_capacity, a->region_count + 1u, sizeof *a->regions)) {
        return out_of_memory(p);
    }
    a->regions[a->region_count++] = new;
    return true;
}

/* Combine the parameters when all are read: before the nested calls. */
static bool settle_parameters(struct parser *p)
{
    if (!p->parameters.length || p->cnode == CG_NO_CONTEXT) {
        return true;
    }
    struct cubex_cnode *cnode = &p->anchor->cnodes[p->cnode];
    if (cnode->parameters != BUILDER_NONE) {
        return xml_fail(&p->x, CG_E_FORMAT, "parameters of a cnode after its calls");
    }
    cnode->parameters = builder_string(p->b, p->parameters.bytes, p->parameters.length);
    cg_text_clear(&p->parameters);
    return true;
}

static bool open_cnode(struct parser *p)
{
    struct cubex_anchor *a = p->anchor;
    struct cubex_cnode new = {.parent = p->cnode, .parameters = BUILDER_NONE};
    if (!settle_parameters(p) || !read_id(p, "id", &new.id) ||
        !read_id(p, "calleeId", &new.region)) {
        return false;
    }
    new.site_file = attribute_string(p, "mod");
    new.site_line = new.site_file == BUILDER_NONE ? 0 : read_line(p, "line");
    if (a->cnode_count >= PROFILE_LIMIT_PATHS) {
        return xml_fail(&p->x, CG_E_LIMIT, "too many call paths");
    }
    if (!cg_grow(&a->cnodes, &a->cnode_capacity, a->cnode_count + 1u, sizeof *a->cnodes)) {
        return out_of_memory(p);
    }
    p->cnode = a->cnode_count++;
    a->cnodes[p->cnode] = new;
    return true;
}

static bool put_value(struct parser *p, const char *name)
{
    if (xml_attribute(&p->x, name)) {
        cg_text_put(&p->parameters, p->x.value.bytes, p->x.value.length);
    }
    if (p->parameters.length > CG_LIMIT_NAME) {
        return xml_fail(&p->x, CG_E_LIMIT, "too many parameters");
    }
    return !p->parameters.failed || out_of_memory(p);
}

static bool open_parameter(struct parser *p)
{
    cg_text_add(&p->parameters, p->parameters.length ? ", " : "");
    if (!put_value(p, "parkey")) {
        return false;
    }
    cg_text_add(&p->parameters, "=");
    return put_value(p, "parvalue");
}

static bool open_location(struct parser *p)
{
    struct cubex_anchor *a = p->anchor;
    struct cubex_location new = {
        .name = BUILDER_NONE, .group = p->group_name, .rank = p->group_rank};
    if (!read_id(p, "Id", &new.id)) {
        return false;
    }
    if (a->location_count >= PROFILE_LIMIT_LOCATIONS) {
        return xml_fail(&p->x, CG_E_LIMIT, "too many locations");
    }
    if (!cg_grow(&a->locations, &a->location_capacity, a->location_count + 1u,
                 sizeof *a->locations)) {
        return out_of_memory(p);
    }
    a->locations[a->location_count++] = new;
    return true;
}

static bool attribute_is_set(struct parser *p)
{
    return attribute_is(p, "value", "1");
}

static void open_cube_attr(struct parser *p)
{
    if (attribute_is(p, "key", "Creator")) {
        p->anchor->creator = attribute_string(p, "value");
    } else if (attribute_is(p, "key", "CLUSTERING")) {
        p->anchor->clustered = attribute_is(p, "value", "ON");
    } else if (attribute_is(p, "key", CUBEX_ATTR_SAMPLED)) {
        p->anchor->sampled = attribute_is_set(p);
    } else if (attribute_is(p, "key", CUBEX_ATTR_TAIL)) {
        p->anchor->loses_tail_callers = attribute_is_set(p);
    } else if (attribute_begins(p, "key", CUBEX_ATTR_NOTE)) {
        builder_note(p->b, attribute_string(p, "value"));
    }
}

static void open_metric_attr(struct parser *p, struct cubex_metric *metric)
{
    if (attribute_is(p, "key", CUBEX_ATTR_INTEGRAL)) {
        metric->has_facts = true;
        metric->integral = attribute_is_set(p);
    } else if (attribute_is(p, "key", CUBEX_ATTR_FORMULA)) {
        metric->formula = attribute_string(p, "value");
        metric->order = CUBEX_SIMPLE;
        metric->kind = CG_METRIC_SIMPLE;
    }
}

static void open_region_attr(struct parser *p, struct cubex_region *region)
{
    if (attribute_is(p, "key", CUBEX_ATTR_OBJECT)) {
        region->object = attribute_string(p, "value");
    } else if (attribute_is(p, "key", CUBEX_ATTR_KIND)) {
        for (size_t i = 0; i < sizeof cubex_kind_names / sizeof *cubex_kind_names; i++) {
            if (attribute_is(p, "value", cubex_kind_names[i])) {
                region->kind = (uint32_t)i;
            }
        }
    }
}

static void open_cnode_attr(struct parser *p, struct cubex_cnode *cnode)
{
    if (attribute_is(p, "key", CUBEX_ATTR_FLAGS) && xml_attribute(&p->x, "value") &&
        p->x.value.length == 1) {
        int flags = cg_hex_digit(p->x.value.bytes[0]);
        cnode->flags = flags < 0 ? 0 : (uint32_t)flags;
    }
}

static bool open_attr(struct parser *p)
{
    struct cubex_anchor *a = p->anchor;
    enum element around = element_at(p, p->depth - 1);
    if (around == METRIC) {
        open_metric_attr(p, &a->metrics[p->metric]);
    } else if (around == REGION) {
        open_region_attr(p, &a->regions[a->region_count - 1]);
    } else if (around == CNODE) {
        open_cnode_attr(p, &a->cnodes[p->cnode]);
    } else {
        open_cube_attr(p);
    }
    return true;
}

static bool open_kind(struct parser *p, const struct kind *kind)
{
    switch (kind->element) {
    case ATTR:
        return open_attr(p);
    case METRIC:
        return open_metric(p);
    case REGION:
        return open_region(p);
    case CNODE:
        return open_cnode(p);
    case PARAMETER:
        return open_parameter(p);
    case LOCATION:
        return open_location(p);
    case FORMULA:
        xml_skip(&p->x, kind->name);
        return true;
    case GROUP:
        p->group_name = BUILDER_NONE;
        p->group_rank = 0;
        return true;
    case CUBE:
        p->has_cube = true;
        return true;
    default:
        cg_text_clear(&p->text);
        return true;
    }
}

static bool open_element(struct parser *p)
{
    struct level new = {.kind = kind_of(&p->x)};
    if (new.kind < KINDS && !(kinds[new.kind].parents & IN(element_at(p, p->depth)))) {
        new.kind = KINDS;
    }
    if (new.kind == KINDS) {
        new.name = number_of_name(&p->x);
    }
    if (!cg_grow(&p->levels, &p->capacity, p->depth + 1, sizeof *p->levels)) {
        return out_of_memory(p);
    }
    p->levels[p->depth++] = new;
    p->open[new.kind]++;
    p->x.wanted = new.kind < KINDS &&kinds[new.kind].element == TEXT;
    return new.kind == KINDS || open_kind(p, &kinds[new.kind]);
}

/* The text without spaces around it. */
static struct cg_value trimmed(const struct parser *p)
{
    struct cg_value text = {p->text.bytes, p->text.length};
    while (text.length && strchr(" \t\r\n", text.text[text.length - 1])) {
        text.length--;
    }
    while (text.length && strchr(" \t\r\n", *text.text)) {
        text.text++;
        text.length--;
    }
    return text;
}

static void set_metric(struct cubex_metric *metric, enum text text, uint32_t string)
{
    if (text == DISP_NAME) {
        metric->label = string;
    } else if (text == UNIQ_NAME) {
        metric->name = string;
    } else if (text == DTYPE) {
        metric->type = string;
    } else {
        metric->unit = string;
    }
}

static void set_region(struct cubex_region *region, enum text text, uint32_t string)
{
    if (text == NAME) {
        region->name = string;
    } else if (text == MANGLED_NAME) {
        region->linkage_name = string;
    } else if (text == PARADIGM) {
        region->paradigm = string;
    } else if (text == ROLE) {
        region->role = string;
    } else {
        region->about = string;
    }
}

/* A text element ends within an element of the given kind. */
static void set_text(struct parser *p, enum element around, enum text text)
{
    struct cubex_anchor *a = p->anchor;
    const struct cg_value value = trimmed(p);
    uint64_t rank = 0;
    if (text == RANK) {
        if (!cg_read_digits(&rank, value.text, value.length, UINT64_MAX)) {
            rank = 0;
        }
        if (around == GROUP) {
            p->group_rank = rank;
        } else {
            a->locations[a->location_count - 1].thread = rank;
        }
        return;
    }
    uint32_t string = value.length ? builder_string(p->b, value.text, value.length) : BUILDER_NONE;
    if (around == METRIC) {
        set_metric(&a->metrics[p->metric], text, string);
    } else if (around == REGION) {
        set_region(&a->regions[a->region_count - 1], text, string);
    } else if (around == GROUP) {
        p->group_name = string;
    } else {
        a->locations[a->location_count - 1].name = string;
    }
}

static bool pop(struct parser *p)
{
    uint32_t kind = p->levels[--p->depth].kind;
    enum element element = kind < KINDS ? kinds[kind].element : OTHER;
    bool ok = true;
    p->open[kind]--;
    if (element == TEXT) {
        set_text(p, element_at(p, p->depth), kinds[kind].text);
    } else if (element == CNODE) {
        ok = settle_parameters(p);
        p->cnode = p->anchor->cnodes[p->cnode].parent;
    } else if (element == METRIC) {
        p->metric = p->anchor->metrics[p->metric].parent;
    }
    return ok;
}

/* An end tag ends everything open in its element; one without an open element is ignored. */
static bool close_element(struct parser *p)
{
    uint32_t kind = kind_of(&p->x);
    bool ok = true;
    if (!p->depth) {
        return true;
    }
    const struct level *top = &p->levels[p->depth - 1];
    if (top->kind == KINDS && top->name == number_of_name(&p->x)) {
        return pop(p);
    }
    if (kind < KINDS && p->open[kind]) {
        while (ok && p->levels[p->depth - 1].kind != kind) {
            ok = pop(p);
        }
        return ok && pop(p);
    }
    return true;
}

static bool add_text(struct parser *p)
{
    cg_text_put(&p->text, p->x.text.bytes, p->x.text.length);
    if (p->text.length > CG_LIMIT_NAME) {
        return xml_fail(&p->x, CG_E_LIMIT, "a name of more than %u bytes", CG_LIMIT_NAME);
    }
    return !p->text.failed || out_of_memory(p);
}

static bool parse_anchor(struct parser *p)
{
    enum xml_event event;
    bool ok = true;
    while (ok && !p->b->status && (event = xml_next(&p->x)) != XML_NOTHING) {
        ok = event == XML_OPEN    ? open_element(p)
             : event == XML_CLOSE ? close_element(p)
                                  : add_text(p);
        p->x.wanted = element_at(p, p->depth) == TEXT;
    }
    if (!ok || p->b->status || p->x.in.window.s->status) {
        return false;
    }
    if (!p->has_cube) {
        return xml_fail(&p->x, CG_E_FORMAT, "there is no element cube");
    }
    return !p->depth || xml_fail(&p->x, CG_E_FORMAT, "it ends within an element");
}

bool cubex_anchor_read(struct cubex_anchor *anchor, struct builder *b, struct source *s,
                       const struct cubex_tar *tar)
{
    struct parser p = {.b = b,
                       .anchor = anchor,
                       .metric = BUILDER_NONE,
                       .cnode = CG_NO_CONTEXT,
                       .group_name = BUILDER_NONE};
    *anchor = (struct cubex_anchor){.creator = BUILDER_NONE};
    bool ok = xml_open(&p.x, s, tar->anchor) && parse_anchor(&p);
    anchor->length = p.x.in.made;
    xml_close(&p.x);
    free(p.levels);
    cg_text_free(&p.text);
    cg_text_free(&p.parameters);
    return ok;
}

void cubex_anchor_free(struct cubex_anchor *anchor)
{
    free(anchor->metrics);
    free(anchor->regions);
    free(anchor->cnodes);
    free(anchor->locations);
}
