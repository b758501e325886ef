/* JSON lines: {"function": NAME, "file": FILE, "meta": {KEY: VALUE, ...}}. Values are attached to
 * functions as they are written. */
#include "annotate/annotate.h"

#include "json/json_walk.h"

#include <string.h>

/** The object of an entry, whole in the window. */
struct entry {
    struct place place; /**< where it begins */
    const char *at;     /**< the last result of place_of; its calls go forward */
    struct place at_place;
    struct cg_value object;
    struct cg_value function;
    struct cg_value file;
    struct cg_value meta;
};

/* The place of a part of the object. */
static struct place place_of(struct entry *entry, const char *part)
{
    if (!entry->at || part < entry->at) {
        entry->at = entry->object.text;
        entry->at_place = entry->place;
    }
    for (; entry->at < part; entry->at++) {
        entry->at_place.column++;
        if (*entry->at == '\n') {
            entry->at_place = (struct place){entry->at_place.line + 1, 1};
        }
    }
    return entry->at_place;
}

/* A string of the object as terminated text, escapes decoded. */
static bool take_string(struct annotate_run *run, struct cg_text *out, struct entry *entry,
                        const struct cg_value *string)
{
    struct place place = place_of(entry, string->text);
    struct cg_text name = {0};
    json_unescape(&name, string->text + 1, string->length - 2);
    bool ok = name.failed ? scanner_fail_at(&run->scan, place, CG_E_MEMORY, "out of memory")
                          : annotate_copy(&run->scan, out, name.length ? name.bytes : "",
                                          name.length, place);
    cg_text_free(&name);
    return ok;
}

static bool fail_entry(struct annotate_run *run, struct entry *entry, const char *at,
                       const char *what)
{
    return scanner_fail_at(&run->scan, place_of(entry, at), CG_E_FORMAT, "%s", what);
}

/* Which member of an entry a key is. */
static struct cg_value *member(struct entry *entry, const struct cg_value *key)
{
    const struct slice name = {key->text, key->length, false};
    return slice_is(&name, "\"function\"") ? &entry->function
           : slice_is(&name, "\"file\"")   ? &entry->file
           : slice_is(&name, "\"meta\"")   ? &entry->meta
                                           : NULL;
}

static bool take_members(struct annotate_run *run, struct entry *entry)
{
    struct json_walk walk;
    struct cg_value key, value;
    json_walk_start(&walk, &entry->object, '{');
    while (json_walk_next(&walk, &key, &value)) {
        struct cg_value *place = member(entry, &key);
        if (!place || place->text) {
            return fail_entry(run, entry, key.text,
                              place
                                  ? "a second value for a member of an entry"
                                  : "an entry has the members \"function\", \"file\" and \"meta\"");
        }
        *place = value;
    }
    if (!entry->function.text || *entry->function.text != '"') {
        return fail_entry(run, entry, entry->object.text, "an entry lacks \"function\", a string");
    }
    if (!entry->meta.text || *entry->meta.text != '{') {
        return fail_entry(run, entry, entry->object.text, "an entry lacks \"meta\", an object");
    }
    bool has_file = entry->file.text && *entry->file.text != 'n'; /* null */
    if (has_file && *entry->file.text != '"') {
        return fail_entry(run, entry, entry->file.text, "\"file\" is not a string");
    }
    cg_text_clear(&run->file);
    return take_string(run, &run->name, entry, &entry->function) &&
           (!has_file || take_string(run, &run->file, entry, &entry->file)) &&
           (run->name.length > 1 ||
            fail_entry(run, entry, entry->function.text, "the name of a function is empty"));
}

/* Kinds are checked even if the function does not exist: an error is reported in any case. */
static bool put_values(struct annotate_run *run, struct entry *entry, cg_node node)
{
    struct json_walk walk;
    struct cg_value key, value;
    uint32_t kind;
    json_walk_start(&walk, &entry->meta, '{');
    while (json_walk_next(&walk, &key, &value)) {
        struct place place = place_of(entry, key.text);
        if (!take_string(run, &run->value, entry, &key) ||
            !annotate_kind(run, &kind, run->value.bytes, place) ||
            (node != CG_NONE && !annotate_put(run, node, kind, value.text, value.length, place))) {
            return false;
        }
    }
    return true;
}

static bool take_entry(struct annotate_run *run)
{
    struct scanner *s = &run->scan;
    struct entry entry = {.place = scanner_place(s)};
    struct slice object;
    struct match_query query = {0};
    cg_node node;
    if (*s->at != '{') {
        return scanner_fail(s, CG_E_FORMAT, "an entry is an object");
    }
    if (!scanner_value(s, &object)) {
        return false;
    }
    entry.object = (struct cg_value){object.text, object.length};
    return take_members(run, &entry) && annotate_find(run, &node, &query, entry.place) &&
           put_values(run, &entry, node);
}

void annotate_json_lines(struct annotate_run *run)
{
    while (scanner_peek(&run->scan) >= 0 && take_entry(run)) {
    }
}
