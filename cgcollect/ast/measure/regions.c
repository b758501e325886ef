#include "ast/measure/parts.h"

#include <stdlib.h>
#include <string.h>

static struct open_region *region_at(struct measure *measure, guint number)
{
    return &g_array_index(measure->regions, struct open_region, number);
}

uint64_t measure_position(struct measure *measure, CXSourceLocation location)
{
    struct unit_place place = ast_place(measure->ast, location);
    return UNIT_POSITION(place.line, place.column);
}

uint64_t measure_last(struct measure *measure, CXSourceRange range)
{
    CXSourceLocation behind = macro_range_end(measure->ast->tu, range, &measure->macro_use);
    uint64_t end = measure_position(measure, behind);
    return end ? end - 1 : 0;
}

static void add(struct measure *measure, struct part *part, enum unit_region_kind kind)
{
    struct open_region open = {
        .region = {.kind = kind, .ways = 2}, .calls = measure->calls, .previous = NO_REGION};
    part->region = part->regions++ ? part->region : measure->regions->len;
    g_array_append_val(measure->regions, open);
}

/** Whether a part is one of the ways a condition decides between. */
static bool is_branch(const struct part *around, unsigned index)
{
    switch (around->cursor.kind) {
    case CXCursor_IfStmt:
        return index >= around->first;
    case CXCursor_ConditionalOperator:
        return index > 0;
    case CXCursor_UnexposedExpr: /* a ?: b */
        return index == 3 && around->repeated == 2;
    default:
        return false;
    }
}

void measure_open_region(struct measure *measure, struct part *part, struct part *around,
                         unsigned index)
{
    if (around->cursor.kind == CXCursor_ForStmt && index < around->first) {
        around->init = clang_getCursorExtent(part->cursor);
    }
    if (is_branch(around, index)) {
        add(measure, part, UNIT_BRANCH);
    }
    if (around->cursor.kind == CXCursor_CXXForRangeStmt && index + 1 == around->count) {
        add(measure, part, UNIT_LOOP);
    }
    switch (part->cursor.kind) {
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
        add(measure, part, UNIT_LOOP);
        break;
    case CXCursor_CXXCatchStmt:
        add(measure, part, UNIT_HANDLER);
        break;
    default:
        break;
    }
}

static void span(struct measure *measure, struct unit_region *region, CXSourceRange range)
{
    struct unit_place place = ast_place(measure->ast, clang_getRangeStart(range));
    region->file = place.file;
    region->first = UNIT_POSITION(place.line, place.column);
    region->last = measure_last(measure, range);
}

/** What a `for` begins with is not repeated. Where a macro makes both, what can be repeated is at
 *  the same place. */
static void skip_init(struct measure *measure, struct unit_region *region, CXSourceRange init)
{
    if (!clang_Range_isNull(init) &&
        measure_position(measure, clang_getRangeStart(init)) > region->first) {
        region->first = measure_last(measure, init) + 1;
    }
}

static void close_case(struct measure *measure, struct part *part, uint64_t last)
{
    if (part->last_case != NO_REGION) {
        struct open_region *open = region_at(measure, part->last_case);
        open->region.last = last;
        open->dropped = !measure->ast->cplusplus && open->calls == measure->calls;
    }
}

/** Only now is known how many cases there are. */
static void close_switch(struct measure *measure, const struct part *part)
{
    struct part last = *part;
    close_case(measure, &last, measure_last(measure, clang_getCursorExtent(part->cursor)));
    for (guint i = part->last_case; i != NO_REGION; i = region_at(measure, i)->previous) {
        region_at(measure, i)->region.ways = part->groups + !part->has_default;
    }
}

/** Where a range begins in its file. Cheaper than its line. */
static unsigned offset_of(CXSourceRange range)
{
    unsigned offset;
    clang_getExpansionLocation(clang_getRangeStart(range), NULL, NULL, NULL, &offset);
    return offset;
}

/** Of a macro that makes condition and branch both are at one place, and nothing is known. */
static bool is_of_macro(CXSourceRange branch, const struct part *around)
{
    return offset_of(branch) == offset_of(clang_getCursorExtent(around->cursor));
}

/** Say where a region that calls lies. */
static void close_region(struct measure *measure, struct open_region *open, const struct part *part,
                         const struct part *around)
{
    CXSourceRange range = clang_getCursorExtent(part->cursor);
    open->dropped = open->region.kind == UNIT_BRANCH && is_of_macro(range, around);
    if (open->dropped) {
        return;
    }
    span(measure, &open->region, range);
    if (open->region.kind == UNIT_LOOP) {
        skip_init(measure, &open->region, part->init);
    }
}

void measure_close_region(struct measure *measure, const struct part *part,
                          const struct part *around)
{
    /* In C++ also what is not written calls. */
    bool calls = measure->ast->cplusplus || part->calls != measure->calls;
    if (part->last_case != NO_REGION) {
        close_switch(measure, part);
    }
    for (guint i = 0; i < part->regions; i++) {
        struct open_region *open = region_at(measure, part->region + i);
        open->dropped = !calls;
        if (calls) {
            close_region(measure, open, part, around);
        }
    }
}

/** @return the switch a label is of, and whether it stands among what that holds. */
static struct part *switch_of(struct measure *measure, bool *direct)
{
    unsigned compounds = 0;
    *direct = true;
    for (unsigned up = 0;; up++) {
        struct part *around = measure_around(measure, up);
        if (!around || around->cursor.kind == CXCursor_SwitchStmt) {
            return around;
        }
        bool label =
            around->cursor.kind == CXCursor_CaseStmt || around->cursor.kind == CXCursor_DefaultStmt;
        bool compound = around->cursor.kind == CXCursor_CompoundStmt && compounds++ == 0;
        *direct = *direct && (label || compound);
    }
}

static void begin_case(struct measure *measure, struct part *around, CXCursor label)
{
    struct open_region open = {
        .region = {.kind = UNIT_BRANCH}, .calls = measure->calls, .previous = around->last_case};
    struct unit_place place =
        ast_place(measure->ast, clang_getRangeStart(clang_getCursorExtent(label)));
    open.region.file = place.file;
    open.region.first = UNIT_POSITION(place.line, place.column);
    close_case(measure, around, open.region.first - 1);
    around->last_case = measure->regions->len;
    g_array_append_val(measure->regions, open);
}

void measure_label(struct measure *measure, CXCursor label)
{
    bool direct;
    struct part *around = switch_of(measure, &direct);
    enum CXCursorKind before = measure_around(measure, 0)->cursor.kind;
    if (!around) {
        return;
    }
    around->has_default = around->has_default || label.kind == CXCursor_DefaultStmt;
    if (before == CXCursor_CaseStmt || before == CXCursor_DefaultStmt) {
        return;
    }
    around->groups++;
    if (direct) {
        begin_case(measure, around, label);
    }
}

void measure_range_variable(struct measure *measure, CXCursor variable)
{
    struct open_region open = {.region = {.kind = UNIT_LOOP, .ways = 2}, .previous = NO_REGION};
    span(measure, &open.region, clang_getCursorExtent(variable));
    g_array_append_val(measure->regions, open);
}

/* All of a body */

static int by_begin(const void *a, const void *b)
{
    const struct unit_region *x = a;
    const struct unit_region *y = b;
    int order = x->file == y->file ? 0 : strcmp(x->file, y->file);
    if (order == 0) {
        order = (x->first > y->first) - (x->first < y->first);
    }
    if (order == 0) {
        order = (y->last > x->last) - (y->last < x->last);
    }
    return order ? order : (int)x->kind - (int)y->kind;
}

/** Of those before it in order, the last that goes on beyond its begin. */
static guint parent_of(const struct unit_region *all, guint number, guint first)
{
    guint parent = number > first ? number - 1 : UNIT_NONE;
    while (parent != UNIT_NONE &&
           (all[parent].file != all[number].file || all[parent].last < all[number].first)) {
        parent = all[parent].parent;
    }
    return parent;
}

void measure_finish_regions(struct measure *measure)
{
    GArray *all = measure->ast->unit->regions;
    guint first = all->len;
    for (guint i = 0; i < measure->regions->len; i++) {
        const struct open_region *open = region_at(measure, i);
        if (!open->dropped && open->region.file && open->region.first <= open->region.last) {
            g_array_append_val(all, open->region);
        }
    }
    struct unit_region *regions = (struct unit_region *)all->data;
    if (all->len - first > 1) {
        qsort(regions + first, all->len - first, sizeof *regions, by_begin);
    }
    for (guint i = first; i < all->len; i++) {
        regions[i].parent = parent_of(regions, i, first);
    }
    measure->body.regions = first;
    measure->body.region_count = all->len - first;
}
