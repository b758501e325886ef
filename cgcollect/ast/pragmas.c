/*
 * Searches the text of files for pragmas, which have no cursor: OpenMP clauses that may call, other
 * linkage names, weak functions. Also hides what some enclose.
 */
#include "ast/ast_stages.h"
#include "ast/uses/mention_walk.h"

#include "text/identifiers.h"

#include <string.h>

/* The text of each file is searched once, and only if it may have pragmas. */

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t')) {
        at++;
    }
    return at;
}

static bool begins(const char *at, const char *end, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(end - at) >= length && memcmp(at, word, length) == 0;
}

/** The end of a pragma's line, continuations included. */
static const char *line_end(const char *at, const char *end)
{
    for (; at < end && *at != '\n'; at++) {
        at += *at == '\\' && at + 1 < end && at[1] == '\n';
    }
    return at;
}

/** Whether the clauses of an OpenMP pragma contain something that looks like a call. */
static bool clauses_may_call(const char *at, const char *end)
{
    int depth = 0;
    for (const char *begin = at; at < end; at++) {
        if (*at == '(') {
            const char *name = at;
            while (name > begin && (name[-1] == ' ' || name[-1] == '\t')) {
                name--;
            }
            if (depth > 0 && name > begin && word_has(name[-1])) {
                return true;
            }
            depth++;
        } else if (*at == ')') {
            depth--;
        }
    }
    return false;
}

/** Whether a pragma replaces the function that it declares by another. */
static bool substitutes(const char *at, const char *end)
{
    return memmem(at, (size_t)(end - at), "variant", strlen("variant")) != NULL;
}

static bool is_within(CXSourceRange range, unsigned offset)
{
    unsigned begin, end;
    clang_getSpellingLocation(clang_getRangeStart(range), NULL, NULL, NULL, &begin);
    clang_getSpellingLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &end);
    return begin <= offset && offset < end;
}

/** Whether the preprocessor reads a place, as far as is known. */
static bool is_read(const struct ast *ast, CXFile file, unsigned offset)
{
    bool read = ast_uses_wanted(ast->unit); /* else nothing tells what is skipped */
    CXSourceRangeList *skipped = clang_getSkippedRanges(ast->tu, file);
    for (unsigned i = 0; skipped && i < skipped->count && read; i++) {
        read = !is_within(skipped->ranges[i], offset);
    }
    if (skipped) {
        clang_disposeSourceRangeList(skipped);
    }
    return read;
}

/** `#pragma weak name`, which has no cursor. @param at behind the word */
static void read_weak(struct ast *ast, CXFile file, const char *text, const char *at,
                      const char *end)
{
    const char *name = skip_blanks(at, end), *stop = name;
    while (stop < end && word_has(*stop)) {
        stop++;
    }
    const char *next = skip_blanks(stop, end);
    bool alias = next < end && *next == '=';
    if (stop > name && !alias && is_read(ast, file, (unsigned)(at - text))) {
        g_hash_table_add(ast->weak, g_strndup(name, (gsize)(stop - name)));
    }
}

static void read_pragma(struct ast *ast, CXFile file, const char *text, const char *at,
                        const char *end)
{
    const char *word = at + strlen("ragma");
    while (word < end && *word && strchr(" \t(\"", *word)) { /* of the operator as well */
        word++;
    }
    ast->renames = ast->renames || begins(word, end, "redefine_extname");
    if (begins(word, end, "weak")) {
        ast->weak_pragmas = true;
        read_weak(ast, file, text, word + strlen("weak"), end);
    }
    if (ast->openmp && begins(word, end, "omp")) {
        const char *stop = line_end(word, end);
        ast->openmp_pragmas = true;
        if (clauses_may_call(word, stop) || substitutes(word, stop)) {
            struct ast_pragma pragma = {file, (unsigned)(at - text)};
            g_array_append_val(ast->pragmas, pragma);
        }
    }
}

/** Whether a directive may begin at a place of a text: only blanks, a comment or a byte order mark
 *  come before it. */
static bool may_begin(const char *text, const char *at)
{
    while (at > text && strchr(" \t\f\v", at[-1])) {
        at--;
    }
    return at - text <= 3 || strchr("\r\n/", at[-1]);
}

/** Whether a file may renumber its lines: `#line`, or what a preprocessor leaves. Places in such a
 *  file are expensive, so comments that mention it do not count. */
static bool says_lines(const char *text, size_t size)
{
    const char *end = text + size;
    const char *at = memchr(text, '#', size);
    while (at && !(begins(at, end, "#line") && may_begin(text, at))) {
        at++;
        at = memchr(at, '#', (size_t)(end - at));
    }
    return at || begins(text, end, "# 1 \"") || begins(text, end, "# 0 \"");
}

static void read_file(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    struct ast *ast = data;
    size_t size;
    if (g_hash_table_contains(ast->contents, file)) {
        return; /* included before */
    }
    const char *text = ast_contents(ast, file, &size);
    const char *end = text ? text + size : NULL;
    (void)stack;
    (void)depth;
    if (text && says_lines(text, size)) {
        g_hash_table_add(ast->presumed, file);
    }
    for (const char *at = text; at && (at = memmem(at, (size_t)(end - at), "ragma", 5)); at += 5) {
        read_pragma(ast, file, text, at, end);
    }
}

static bool has_openmp(char **argv)
{
    bool has = false;
    for (; *argv && !has; argv++) {
        has = g_str_has_prefix(*argv, "-D_OPENMP");
    }
    return has;
}

void ast_read_pragmas(struct ast *ast)
{
    ast->openmp = has_openmp(ast->input->argv);
    clang_getInclusions(ast->tu, read_file, ast);
}

char *ast_weak_pragma_target(struct ast *ast, CXCursor declaration)
{
    size_t left;
    const char *name =
        ast->weak_pragmas ? ast_text(ast, clang_getCursorLocation(declaration), &left) : NULL;
    CXFile file;
    unsigned offset;
    if (!name || left == 0) {
        return NULL;
    }
    clang_getSpellingLocation(clang_getCursorLocation(declaration), &file, NULL, NULL, &offset);
    const char *end = name + left;
    const char *before = name;
    while (before > name - offset && before[-1] != '\n') {
        before--;
    }
    before = skip_blanks(before, name);
    if (before == name || *before != '#' || !memmem(before, (size_t)(name - before), "weak", 4)) {
        return NULL;
    }
    while (name < end && word_has(*name)) {
        name++;
    }
    name = skip_blanks(name, end);
    if (name == end || *name != '=') {
        return NULL;
    }
    const char *target = skip_blanks(name + 1, end);
    const char *stop = target;
    while (stop < end && word_has(*stop)) {
        stop++;
    }
    return g_strndup(target, (gsize)(stop - target));
}

/** Mark the function that contains a pragma; a pragma outside functions may concern all. */
static void mark_pragma(struct ast *ast, const struct ast_pragma *pragma)
{
    CXSourceLocation at = clang_getLocationForOffset(ast->tu, pragma->file, pragma->offset);
    struct unit_place place = ast_place(ast, at);
    bool inside = false;
    for (int pass = 0; pass < 2 && !inside; pass++) {
        for (guint i = 0; i < ast->extents->len; i++) {
            const struct ast_extent *e = &g_array_index(ast->extents, struct ast_extent, i);
            bool here = clang_File_isEqual(e->file, pragma->file) && e->begin <= pragma->offset &&
                        pragma->offset <= e->end;
            if (here || pass) {
                unit_add_open(ast->unit, e->function, NULL, CG_OPEN_PRAGMA, place);
            }
            inside = inside || here;
        }
    }
}

void ast_mark_pragmas(struct ast *ast)
{
    for (guint i = 0; i < ast->pragmas->len; i++) {
        mark_pragma(ast, &g_array_index(ast->pragmas, struct ast_pragma, i));
    }
}

/*
 * Variants of functions in clang's omp.h. To a parser without OpenMP a variant is a second
 * definition: an error after which calls and more are missing from the AST. What the variants do
 * matters to nobody: they call nothing.
 */

/** Behind a word and the blanks before it; NULL: another word is there. */
static const char *behind(const char *at, const char *end, const char *word)
{
    at = at ? skip_blanks(at, end) : NULL;
    return at && begins(at, end, word) ? at + strlen(word) : NULL;
}

/** Whether a line is the pragma that begins, or ends, a region of variants. */
static bool bounds_variants(const char *line, const char *end, const char *how)
{
    const char *const words[] = {"#", "pragma", "omp", how, "declare", "variant"};
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        line = behind(line, end, words[i]);
    }
    return line != NULL;
}

/** Overwrite regions by blanks, so that all else keeps its place. @return whether there is one */
static bool hide_variants(char *text, size_t size)
{
    unsigned depth = 0;
    bool any = false;
    for (char *line = text, *next; line < text + size; line = next) {
        char *end = memchr(line, '\n', (size_t)(text + size - line));
        end = end ? end : text + size;
        next = end + 1;
        depth += bounds_variants(line, end, "begin");
        if (depth > 0) {
            any = true;
            depth -= bounds_variants(line, end, "end");
            memset(line, ' ', (size_t)(end - line));
        }
    }
    return any;
}

/** clang's omp.h, if OpenMP is enabled; release with g_free. */
static char *header_of(char **argv)
{
    const char *resources = NULL;
    for (char **a = argv; *a; a++) {
        resources = strcmp(*a, "-resource-dir") == 0 ? a[1] : resources;
    }
    return resources && has_openmp(argv) ? g_build_filename(resources, "include", "omp.h", NULL)
                                         : NULL;
}

bool ast_hide_variants(struct CXUnsavedFile *out, char **argv)
{
    char *path = header_of(argv), *text = NULL;
    gsize size = 0;
    bool hidden =
        path && g_file_get_contents(path, &text, &size, NULL) && hide_variants(text, size);
    if (!hidden) {
        g_free(path);
        g_free(text);
        return false;
    }
    *out = (struct CXUnsavedFile){path, text, size};
    return true;
}
