/*
 * Finds the loops, branches and handlers of a body and their extents, so that calls can be weighed
 * by place.
 */
#include "ast/measure/measure_parts.h"

#include <stdlib.h>
#include <string.h>

static struct open_region *region_at(struct measure *measure, guint number)
{
    return &g_array_index(measure->regions, struct open_region, number);
}

CXSourceLocation measure_behind(struct measure *measure, CXSourceRange range)
{
    return macro_range_end(measure->ast->tu, range, &measure->macro_use);
}

/** Set the begin of a region. */
static void begin_at(struct measure *measure, struct open_region *open, CXSourceLocation location)
{
    struct unit_place place = ast_place_in_file(measure->ast, location, &open->file);
    open->region.file = place.file;
    open->region.first = UNIT_POSITION(place.line, place.column);
}

/** @return the place of a location, ignoring `#line`. */
static uint64_t position(struct measure *measure, CXSourceLocation location)
{
    CXFile file;
    struct unit_place place = ast_place_in_file(measure->ast, location, &file);
    return UNIT_POSITION(place.line, place.column);
}

static uint64_t last_of(struct measure *measure, CXSourceRange range)
{
    uint64_t end = position(measure, measure_behind(measure, range));
    return end ? end - 1 : 0;
}

static void add(struct measure *measure, struct part *part, enum unit_region_kind kind)
{
    struct open_region open = {
        .region = {.kind = kind, .ways = 2}, .calls = measure->calls, .previous = NO_REGION};
    part->region = part->regions++ ? part->region : measure->regions->len;
    g_array_append_val(measure->regions, open);
}

/** Whether a part is one of the branches of a condition. */
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

static void span(struct measure *measure, struct open_region *open, CXSourceRange range)
{
    begin_at(measure, open, clang_getRangeStart(range));
    open->region.last = last_of(measure, range);
}

/** The first part of a `for` does not repeat. If a macro makes both, what may repeat has the same
 *  place. */
static void skip_init(struct measure *measure, struct unit_region *region, CXSourceRange init)
{
    if (!clang_Range_isNull(init) && position(measure, clang_getRangeStart(init)) > region->first) {
        region->first = last_of(measure, init) + 1;
    }
}

static void close_case(struct measure *measure, const struct part *part, uint64_t last)
{
    if (part->last_case != NO_REGION) {
        struct open_region *open = region_at(measure, part->last_case);
        open->region.last = last;
        open->dropped = !measure->ast->cplusplus && open->calls == measure->calls;
    }
}

/** Only now is the number of cases known. */
static void close_switch(struct measure *measure, const struct part *part)
{
    close_case(measure, part, last_of(measure, clang_getCursorExtent(part->cursor)));
    for (guint i = part->last_case; i != NO_REGION; i = region_at(measure, i)->previous) {
        region_at(measure, i)->region.ways = part->groups + !part->has_default;
    }
}

/** The place in its file where a range begins. Cheaper than its line. */
static unsigned offset_of(CXSourceRange range)
{
    unsigned offset;
    clang_getExpansionLocation(clang_getRangeStart(range), NULL, NULL, NULL, &offset);
    return offset;
}

/** If a macro makes condition and branch, both have one place and cannot be distinguished. */
static bool is_of_macro(CXSourceRange branch, const struct part *around)
{
    return offset_of(branch) == offset_of(clang_getCursorExtent(around->cursor));
}

/** Add a region that has calls. */
static void close_region(struct measure *measure, struct open_region *open, const struct part *part,
                         const struct part *around)
{
    CXSourceRange range = clang_getCursorExtent(part->cursor);
    open->dropped = open->region.kind == UNIT_BRANCH && is_of_macro(range, around);
    if (open->dropped) {
        return;
    }
    span(measure, open, range);
    if (open->region.kind == UNIT_LOOP) {
        skip_init(measure, &open->region, part->init);
    }
}

void measure_close_region(struct measure *measure, const struct part *part,
                          const struct part *around)
{
    /* C++ also has calls that are not written. */
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

/** @return the switch of a label, and whether the label is a direct child of its body. */
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
    begin_at(measure, &open, clang_getRangeStart(clang_getCursorExtent(label)));
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
    span(measure, &open, clang_getCursorExtent(variable));
    g_array_append_val(measure->regions, open);
}

/* All regions of a body */

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

/** The last region before it in order that extends beyond its begin. */
static guint parent_of(const struct unit_region *all, guint number, guint first)
{
    guint parent = number > first ? number - 1 : UNIT_NONE;
    while (parent != UNIT_NONE &&
           (all[parent].file != all[number].file || all[parent].last < all[number].first)) {
        parent = all[parent].parent;
    }
    return parent;
}

/* Calls have the lines of `#line`. */

/** The last stretch that begins at or before a line. */
static guint stretch_of(const GArray *stretches, uint32_t line)
{
    guint low = 0;
    guint high = stretches->len;
    while (high - low > 1) {
        guint middle = low + (high - low) / 2;
        if (g_array_index(stretches, struct ast_stretch, middle).first <= line) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/** Append the part of a region that is in a stretch, which ends before line `end`, with the
 *  stretch's lines. */
static void add_piece(GArray *all, const struct unit_region *region,
                      const struct ast_stretch *stretch, uint64_t end)
{
    uint64_t begin = UNIT_POSITION(stretch->first, 1);
    uint64_t shift = UNIT_POSITION(stretch->place.line, 1) - begin;
    struct unit_region piece = *region;
    piece.file = stretch->place.file;
    piece.first = MAX(region->first, begin) + shift;
    piece.last = MIN(region->last, UNIT_POSITION(end, 1) - 1) + shift;
    if (piece.file && piece.first <= piece.last) {
        g_array_append_val(all, piece);
    }
}

/** Unite pieces of a region that overlap, so that it covers no place twice. */
static void unite(GArray *all, guint first)
{
    struct unit_region *pieces = (struct unit_region *)all->data;
    guint count = first;
    if (all->len - first > 1) {
        qsort(pieces + first, all->len - first, sizeof *pieces, by_begin);
    }
    for (guint i = first; i < all->len; i++) {
        struct unit_region *before = count > first ? &pieces[count - 1] : NULL;
        if (before && before->file == pieces[i].file && pieces[i].first <= before->last) {
            before->last = MAX(before->last, pieces[i].last);
        } else {
            pieces[count++] = pieces[i];
        }
    }
    g_array_set_size(all, count);
}

/** Append a region, split into pieces where directives renumber lines. */
static void add_region(struct measure *measure, const struct open_region *open, GArray *all)
{
    const struct unit_region *region = &open->region;
    const GArray *stretches = ast_stretches(measure->ast, open->file);
    guint first = all->len;
    if (!stretches) {
        g_array_append_val(all, *region);
        return;
    }
    for (guint i = stretch_of(stretches, (uint32_t)(region->first >> 32)); i < stretches->len;
         i++) {
        const struct ast_stretch *stretch = &g_array_index(stretches, struct ast_stretch, i);
        bool ends = i + 1 < stretches->len;
        if (stretch->first > region->last >> 32) {
            break;
        }
        add_piece(all, region, stretch, ends ? stretch[1].first : UINT32_MAX);
    }
    unite(all, first);
}

void measure_finish_regions(struct measure *measure)
{
    GArray *all = measure->ast->unit->regions;
    guint first = all->len;
    for (guint i = 0; i < measure->regions->len; i++) {
        const struct open_region *open = region_at(measure, i);
        if (!open->dropped && open->region.file && open->region.first <= open->region.last) {
            add_region(measure, open, all);
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
