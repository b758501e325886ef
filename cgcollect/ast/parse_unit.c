/*
 * Parses a translation unit with libclang and runs all stages on it. ast_collect in this file fills
 * a unit.
 */
#include "ast/ast_stages.h"

#include <stdio.h>
#include <string.h>

#include "ast/facts/ast_facts.h"
#include "ast/measure/measure.h"
#include "ast/uses/mention_walk.h"

/* Flags that change what the code means, and so are never dropped. */
static bool is_meaning(const char *flag)
{
    static const char *const kept[] = {
        "-fms-extensions",
        "-fshort-enums",
        "-fshort-wchar",
        "-funsigned-char",
        "-fsigned-char",
        "-fgnu89-inline",
        "-fno-builtin",
        "-ffreestanding",
        "-m32",
        "-m64",
        "-mx32",
        "-fno-exceptions",
        "-fno-rtti",
        "-fplan9-extensions",
        "-fblocks",
        "-fno-asm",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(kept); i++) {
        if (strcmp(flag, kept[i]) == 0) {
            return true;
        }
    }
    return false;
}

/** Whether an option tunes code generation; those differ between compilers. */
static bool is_tuning(const char *flag)
{
    return flag[0] == '-' && (flag[1] == 'f' || flag[1] == 'm') && strcmp(flag, "-mllvm") != 0 &&
           !is_meaning(flag);
}

static enum CXErrorCode parse_argv(CXIndex index, char **argv, unsigned options,
                                   CXTranslationUnit *tu)
{
    struct CXUnsavedFile header;
    unsigned headers = ast_hide_variants(&header, argv) ? 1 : 0;
    *tu = NULL;
    return clang_parseTranslationUnit2FullArgv(index, NULL, (const char *const *)argv,
                                               (int)g_strv_length(argv), &header, headers,
                                               CXTranslationUnit_KeepGoing | options, tu);
}

/** Whether libclang accepts a command line; cheap, since the file counts as empty. */
static bool is_taken(CXIndex index, char **argv, const char *file)
{
    CXTranslationUnit tu = NULL;
    struct CXUnsavedFile empty = {file, "", 0};
    bool failed = clang_parseTranslationUnit2FullArgv(
                      index, NULL, (const char *const *)argv, (int)g_strv_length(argv), &empty, 1,
                      CXTranslationUnit_SingleFileParse, &tu) != CXError_Success;
    if (tu) {
        clang_disposeTranslationUnit(tu);
    }
    return !failed && tu;
}

/** The arguments that `dropped` keeps. */
static char **kept_of(char **argv, const bool *dropped)
{
    GPtrArray *kept = g_ptr_array_new();
    for (size_t i = 0; argv[i]; i++) {
        if (!dropped[i]) {
            g_ptr_array_add(kept, argv[i]);
        }
    }
    g_ptr_array_add(kept, NULL);
    return (char **)g_ptr_array_free(kept, FALSE);
}

/** Drops the tuning options that libclang rejects. Not every rejection names its option, so each is
 *  tried: first none, then one more at a time. */
static char **without_refused(CXIndex index, char **argv, const char *file)
{
    bool *dropped = g_new0(bool, g_strv_length(argv) + 1);
    for (size_t i = 1; argv[i]; i++) {
        dropped[i] = is_tuning(argv[i]);
    }
    for (size_t i = 1; argv[i]; i++) {
        if (!dropped[i]) {
            continue;
        }
        dropped[i] = false;
        char **candidate = kept_of(argv, dropped);
        if (!is_taken(index, candidate, file)) {
            dropped[i] = true;
            fprintf(stderr, "note: libclang rejects %s; option left out\n", argv[i]);
        }
        g_free(candidate);
    }
    char **kept = kept_of(argv, dropped);
    g_free(dropped);
    return kept;
}

/** Say why there is no translation unit. */
static void explain_failure(const struct ast_input *input, enum CXErrorCode code,
                            struct ast_report *report)
{
    char *text = NULL;
    report->unreadable = !g_file_get_contents(input->file, &text, NULL, NULL);
    if (report->unreadable) {
        snprintf(report->first_error, sizeof report->first_error, "cannot read '%s'", input->file);
    } else {
        snprintf(report->first_error, sizeof report->first_error,
                 "libclang cannot parse the file with these flags (error %d)", (int)code);
    }
    g_free(text);
}

static CXTranslationUnit parse_source(const struct ast_input *input, unsigned options,
                                      struct ast_report *report)
{
    clang_toggleCrashRecovery(0);
    CXIndex index = clang_createIndex(0, 0);
    CXTranslationUnit tu;
    enum CXErrorCode code = parse_argv(index, input->argv, options, &tu);
    if (code || !tu) {
        char **fewer = without_refused(index, input->argv, input->file);
        code = parse_argv(index, fewer, options, &tu);
        g_free(fewer);
    }
    if (code || !tu) {
        explain_failure(input, code, report);
        clang_disposeIndex(index);
        return NULL;
    }
    return tu;
}

static bool means_gnu_inline(char **argv)
{
    static const char *const flags[] = {
        "-ansi",      "-std=c89",       "-std=c90",          "-std=gnu89",
        "-std=gnu90", "-fgnu89-inline", "-std=iso9899:1990", "-std=iso9899:199409"};
    for (; *argv; argv++) {
        for (size_t i = 0; i < G_N_ELEMENTS(flags); i++) {
            if (strcmp(*argv, flags[i]) == 0) {
                return true;
            }
        }
    }
    return false;
}

/** -x, the driver's mode and its name all decide the language; libclang shows it only through its
 *  printing policy. */
static bool is_cplusplus(CXTranslationUnit tu)
{
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(clang_getTranslationUnitCursor(tu));
    bool is = clang_PrintingPolicy_getProperty(policy, CXPrintingPolicy_SuppressTagKeyword) != 0;
    clang_PrintingPolicy_dispose(policy);
    return is;
}

/** Objective-C sends messages, which the facts cannot describe, so it has none. */
static bool is_objective_c(char **argv)
{
    for (; *argv; argv++) {
        if (g_str_has_suffix(*argv, ".m") || g_str_has_suffix(*argv, ".mi") ||
            strstr(*argv, "objective-c")) {
            return true;
        }
    }
    return false;
}

static void free_array(void *array)
{
    g_array_free(array, TRUE);
}

static void release_contents(void *bytes)
{
    g_bytes_unref(bytes);
}

static void start_ast(struct ast *ast, struct unit *unit, const struct ast_input *input,
                      CXTranslationUnit tu)
{
    *ast = (struct ast){.unit = unit, .input = input, .tu = tu, .initialiser = UNIT_NONE};
    ast->gnu_inline = means_gnu_inline(input->argv);
    ast->table = g_hash_table_new_full(cursor_hash, cursor_equal, NULL, g_free);
    ast->attributes = g_hash_table_new_full(cursor_hash, cursor_equal, g_free, attributes_free);
    ast->files = g_hash_table_new(g_direct_hash, g_direct_equal);
    ast->contents = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, release_contents);
    ast->found_as_system = g_hash_table_new(g_direct_hash, g_direct_equal);
    ast->presumed = g_hash_table_new(g_direct_hash, g_direct_equal);
    ast->weak = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    ast->stretches = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, free_array);
    ast->extents = g_array_new(FALSE, FALSE, sizeof(struct ast_extent));
    ast->pragmas = g_array_new(FALSE, FALSE, sizeof(struct ast_pragma));
    ast->assembly = g_array_new(FALSE, FALSE, sizeof(struct ast_assembly));
    ast->pending = g_array_new(FALSE, FALSE, sizeof(CXCursor));
    ast->lambdas = g_hash_table_new(g_direct_hash, g_direct_equal);
    ast->closures = g_hash_table_new_full(cursor_hash, cursor_equal, g_free, NULL);
}

static void finish_unit(struct ast *ast)
{
    g_hash_table_destroy(ast->table);
    g_hash_table_destroy(ast->attributes);
    g_hash_table_destroy(ast->files);
    g_hash_table_destroy(ast->contents);
    g_hash_table_destroy(ast->found_as_system);
    if (ast->included) {
        g_hash_table_destroy(ast->included);
    }
    g_hash_table_destroy(ast->presumed);
    g_hash_table_destroy(ast->weak);
    g_hash_table_destroy(ast->stretches);
    g_array_free(ast->extents, TRUE);
    g_array_free(ast->assembly, TRUE);
    g_array_free(ast->pending, TRUE);
    g_array_free(ast->pragmas, TRUE);
    if (ast->renamed) {
        g_hash_table_destroy(ast->renamed);
    }
    if (ast->compiled) {
        g_hash_table_destroy(ast->compiled);
    }
    g_hash_table_destroy(ast->lambdas);
    g_hash_table_destroy(ast->closures);
    ast_facts_free(ast->facts);
    ast_tree_free(ast->tree);
    measure_free(ast->measure);
}

/* Modules of GNU C++ are of another format. */
static void explain_module(struct ast_report *report)
{
    if (strstr(report->first_error, ": module '") &&
        g_str_has_suffix(report->first_error, "' not found")) {
        g_strlcat(report->first_error,
                  "; clang reads only modules that clang has made, build with it",
                  sizeof report->first_error);
    }
}

enum ast_outcome ast_collect(struct unit *unit, const struct ast_input *input,
                             struct ast_report *report)
{
    /* Do not dispose of the translation unit and the index: the process ends soon, and freeing an
     * AST takes a tenth of the time to build it. */
    unsigned options = ast_uses_wanted(unit) ? CXTranslationUnit_DetailedPreprocessingRecord : 0;
    CXTranslationUnit tu = parse_source(input, options, report);
    if (!tu) {
        return report->unreadable ? AST_UNREADABLE : AST_FAILED;
    }
    struct ast ast;
    start_ast(&ast, unit, input, tu);
    ast.cplusplus = is_cplusplus(tu);
    ast_count_errors(&ast, report);
    if (report->inputs) {
        ast_list_inputs(&ast, report->inputs);
    }
    if (report->unreadable) {
        finish_unit(&ast);
        return AST_UNREADABLE;
    }
    if (!ast.cplusplus && !is_objective_c(input->argv)) {
        ast.facts = ast_facts_new(&ast, unit->facts);
    }
    ast.measure = measure_new(&ast);
    ast_read_pragmas(&ast);
    unit_start_sum_lines(ast.unit);
    ast_uses_start(&ast);
    ast_visit_unit(&ast);
    ast_note_members(&ast);
    ast_uses_finish(&ast);
    ast_mark_errors(&ast);
    ast_name_nested(&ast, report);
    explain_module(report);
    ast_mark_pragmas(&ast);
    ast_note_system_files(&ast);
    ast_note_library_templates(&ast);
    if (ast.facts) {
        ast_facts_finish(ast.facts);
    }
    report->hides = ast.openmp_pragmas || ast.cleanups;
    finish_unit(&ast);
    return report->errors ? AST_PARTIAL : AST_COMPLETE;
}
