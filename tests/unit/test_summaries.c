/* Summaries of library functions: the text, and which one a function has. */
#include "support.h"

#include <summaries/summaries.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Summaries from `text`, besides those of the library. */
static int read_text(struct cg_summaries *summaries, const char *text, size_t length,
                     struct cg_error *error)
{
    char path[] = "/tmp/summaries-XXXXXX";
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, text, length), (ssize_t)length);
    close(fd);
    int status = cg_summaries_read(summaries, path, error);
    unlink(path);
    return status;
}

static struct cg_summaries *of_library(void)
{
    struct cg_summaries *summaries;
    struct cg_error error = {0};
    int status = cg_summaries_new(&summaries, &error);
    ck_assert_msg(!status, "%s:%lu:%lu: %s", error.file, error.line, error.column, error.text);
    return summaries;
}

static struct cg_summaries *of_text(const char *text)
{
    struct cg_summaries *summaries = of_library();
    struct cg_error error = {0};
    int status = read_text(summaries, text, strlen(text), &error);
    ck_assert_msg(!status, "%lu:%lu: %s", error.line, error.column, error.text);
    return summaries;
}

static void show_operand(FILE *out, const struct summary_operand *operand)
{
    fprintf(out, "%s", operand->deref ? "*" : "");
    switch (operand->kind) {
    case SUMMARY_ARGUMENT:
        fprintf(out, "%u", operand->index);
        break;
    case SUMMARY_VARIADIC:
        fprintf(out, "%u...", operand->index);
        break;
    case SUMMARY_RESULT:
        fprintf(out, "result");
        break;
    case SUMMARY_SLOT:
        fprintf(out, "\"%s\"", operand->text);
        break;
    case SUMMARY_NEW:
        fprintf(out, "new");
        break;
    case SUMMARY_UNKNOWN:
        fprintf(out, "unknown \"%s\"", operand->text);
        break;
    case SUMMARY_NOTHING:
        fprintf(out, "-");
        break;
    }
}

static void show_call(FILE *out, const struct summary_effect *effect)
{
    if (effect->result.kind != SUMMARY_NOTHING) {
        show_operand(out, &effect->result);
        fprintf(out, " = ");
    }
    if (effect->kind == SUMMARY_CALL) {
        fprintf(out, "call ");
        show_operand(out, &effect->target);
    } else {
        fprintf(out, "virtual %s %u", effect->receiver, effect->slot);
    }
    fprintf(out, "(");
    for (size_t i = 0; i < effect->count; i++) {
        fprintf(out, "%s", i ? ", " : "");
        show_operand(out, &effect->arguments[i]);
    }
    fprintf(out, ")");
}

static void show_effect(FILE *out, const struct summary_effect *effect)
{
    switch (effect->kind) {
    case SUMMARY_ASSIGN:
        show_operand(out, &effect->target);
        fprintf(out, " = ");
        show_operand(out, &effect->source);
        break;
    case SUMMARY_CALL:
    case SUMMARY_VIRTUAL:
        show_call(out, effect);
        break;
    case SUMMARY_ESCAPE:
        fprintf(out, "escape ");
        show_operand(out, &effect->target);
        break;
    }
}

/* The summary of a function as text, "none" when there is none. */
static char *shown(const struct cg_summaries *summaries, const char *function)
{
    const struct summary *summary = summaries_find(summaries, function);
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    for (size_t i = 0; summary && i < summary->count; i++) {
        fprintf(out, "%s", i ? "; " : "");
        show_effect(out, &summary->effects[i]);
    }
    fprintf(out, "%s", summary ? "" : "none");
    fprintf(out, "%s", summary && summary->recalls ? "; recalls" : "");
    fprintf(out, "%s", summary && summary->hooks ? "; hooks" : "");
    fprintf(out, "%s", summary && summary->kept ? "; kept" : "");
    fprintf(out, "%s", summary && summary->loads ? "; loads" : "");
    fprintf(out, "%s", summary && summary->finds ? "; finds" : "");
    fprintf(out, "%s", summary && summary->maps ? "; maps" : "");
    fprintf(out, "%s", summary && summary->offsets ? "; offsets" : "");
    fprintf(out, "%s", summary && summary->immediate ? "; immediate" : "");
    fprintf(out, "%s", summary && summary->runtime ? "; runtime" : "");
    fprintf(out, "%s", summary && summary->confined ? "; confined" : "");
    fprintf(out, "%s", summary && summary->lingering ? "; lingering" : "");
    fclose(out);
    return text;
}

static void expect(const struct cg_summaries *summaries, const char *function, const char *expected)
{
    char *text = shown(summaries, function);
    ck_assert_str_eq(text, expected);
    free(text);
}

START_TEST(each_form_is_read)
{
    static const struct {
        const char *text;
        const char *expected;
    } forms[] = {
        {"f:", ""},
        {"f: # nothing", ""},
        {"a f b: result = 0", "result = 0"},
        {"f:*0=*1;result=0", "*0 = *1; result = 0"},
        {"f: *result = 255", "*result = 255"},
        {"f: result = new; *1 = new", "result = new; *1 = new"},
        {"f: *2... = i", "*2... = \"i\""},
        {"f: result = unknown \"dlsym\"", "result = unknown \"dlsym\""},
        {"f: call 3(0, 0)", "call 3(0, 0)"},
        {"f: call * 3 ( )", "call *3()"},
        {"f: call 1(-, &fS+8, 3...)", "call 1(-, \"&fS+8\", 3...)"},
        {"f: \"gkept things|\" = call fS+0(*result)", "\"gkept things|\" = call \"fS+0\"(*result)"},
        {"f: virtual _ZTS1A 2 (*1)", "virtual _ZTS1A 2(*1)"},
        {"f: result = virtual _ZTS1A 0()", "result = virtual _ZTS1A 0()"},
        {"f: escape 0; escape *1; escape 2...", "escape 0; escape *1; escape 2..."},
        {"f: recalls", "; recalls"},
        {"f: recalls; result = 0; hooks; result = 1", "result = 0; result = 1; recalls; hooks"},
        {"g: recalls; hooks; kept; immediate\nf: result = 0", "result = 0"},
        {"f: kept", "; kept"},
        {"f: immediate; call 0()", "call 0(); immediate"},
        {"g: loads; finds\nf: loads; result = 0; finds", "result = 0; loads; finds"},
        {"f: offsets", "; offsets"},
        {"&f: maps\nf: maps; result = 0", "result = 0; maps"},
        {"f: runtime; recalls; confined", "; recalls; runtime; confined"},
        {"[confined]\n# why\nf: result = 0", "result = 0; confined"},
        {"[ runtime\n hooks ] # why\ng:\n\nf: recalls", "; recalls; hooks; runtime"},
        {"[runtime]\ng:\n[confined]\nf:", "; confined"},
        {"[runtime]\ng:\n[]\nf:", ""},
        {"f: fns::S+16 = *gV; u = b; *pf#1 = rf; vf = &Ff",
         "\"fns::S+16\" = *\"gV\"; \"u\" = \"b\"; *\"pf#1\" = \"rf\"; \"vf\" = \"&Ff\""},
        {"x\n\tf\n :\n result = 0;\n   # more\n \n result = 1\n\nb:", "result = 0; result = 1"},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct cg_summaries *summaries = of_library();
        struct cg_error error = {0};
        int status = read_text(summaries, forms[i].text, strlen(forms[i].text), &error);
        ck_assert_msg(!status, "%s: %s", forms[i].text, error.text);
        expect(summaries, "f", forms[i].expected);
        cg_summaries_free(summaries);
    }
}
END_TEST

/* Neither are functions variables, nor do the patterns of the ones fit the others. */
START_TEST(variables_of_libraries_are_listed)
{
    struct cg_summaries *summaries = of_library();
    static const char text[] = "*: result = 0\n&mine &my_*:";
    ck_assert_int_eq(read_text(summaries, text, strlen(text), NULL), CG_OK);
    expect(summaries, "&environ", "; kept");
    expect(summaries, "&in6addr_any", "; kept");
    expect(summaries, "&_res", "");
    expect(summaries, "&mine", "");
    expect(summaries, "&my_own", "");
    expect(summaries, "&yours", "none");
    expect(summaries, "my_own", "result = 0");
    cg_summaries_free(summaries);
}
END_TEST

START_TEST(mistakes_are_told_with_their_place)
{
    static const struct {
        const char *text;
        unsigned long line;
        unsigned long column;
        const char *part;
    } mistakes[] = {
        {"f", 1, 2, "':' is missing"},
        {"f:\n\n: result = 0", 3, 2, "a name is missing"},
        {"f: recalls 1", 1, 12, "';' is missing"},
        {"[confined\nf:", 1, 10, "a word of effects or ']' is missing"},
        {"[call]\nf:", 1, 6, "a word of effects or ']' is missing"},
        {"[confined] f:", 1, 12, "an entry begins a line"},
        {"f: result = 0\ng h f:", 2, 5, "f is in line 1 already"},
        {"f f:", 1, 3, "f is in line 1 already"},
        {"f: result", 1, 10, "'=' is missing"},
        {"f: result = ", 1, 13, "an operand is missing"},
        {"f: result = 0 result = 1", 1, 15, "';' is missing"},
        {"f: result = 0;", 1, 15, "an operand is missing"},
        {"f:\n result = 0; # first\n# none\nb: result = 1", 2, 21, "an operand is missing"},
        {"f: result = 256", 1, 16, "no operand"},
        {"f: result = lx", 1, 15, "no operand"},
        {"f: result = l1", 1, 15, "no operand"},
        {"f: result = fS", 1, 15, "no operand"},
        {"f: result = fS+", 1, 16, "no operand"},
        {"f: result = f+1", 1, 16, "no operand"},
        {"f: result = iq", 1, 15, "no operand"},
        {"f: result = Fmain", 1, 18, "no operand"},
        {"f: result = *&fS+0", 1, 19, "is the slot itself"},
        {"f: result = *new", 1, 17, "points at nothing"},
        {"f: result = *-", 1, 15, "points at nothing"},
        {"f: result = -", 1, 14, "nothing to assign"},
        {"f: result = unknown", 1, 20, "in quotes is missing"},
        {"f: result = unknown \"x\"", 1, 20, "not a reason"},
        {"f: result = \"gx", 1, 16, "do not end"},
        {"f: result = \"gx\n\"", 1, 16, "do not end"},
        {"f &g: result = 0", 1, 17, "a name after & or @ has no effects"},
        {"f: 0 = 1", 1, 7, "assigned to"},
        {"f: new = 1", 1, 9, "assigned to"},
        {"f: &gx = 1", 1, 9, "assigned to"},
        {"f: *1 = call 0()", 1, 13, "goes to the result"},
        {"f: call 0", 1, 10, "'(' is missing"},
        {"f: call 0(1", 1, 12, "')' is missing"},
        {"f: call 0(,)", 1, 11, "an operand is missing"},
        {"f: call new()", 1, 12, "cannot be called"},
        {"f: escape new", 1, 14, "cannot escape"},
        {"f: virtual _ZTV1A 0 ()", 1, 18, "type info"},
        {"f: virtual _ZTS1A x ()", 1, 20, "virtual table"},
        {"f: virtual _ZTS1A 65536 ()", 1, 24, "virtual table"},
        {"f: result = 0\x01", 1, 14, "control character"},
        {"a\x7f: result = 0", 1, 2, "control character"},
    };
    struct cg_summaries *summaries = of_library();
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        struct cg_error error = {0};
        const char *text = mistakes[i].text;
        ck_assert_msg(read_text(summaries, text, strlen(text), &error) == CG_E_FORMAT, "%s", text);
        ck_assert_msg(strstr(error.text, mistakes[i].part), "%s: %s", text, error.text);
        ck_assert_msg(error.line == mistakes[i].line && error.column == mistakes[i].column,
                      "%s: %lu:%lu", text, error.line, error.column);
        ck_assert_ptr_nonnull(strstr(error.file, "/summaries-"));
    }
    ck_assert_ptr_null(summaries_find(summaries, "f"));
    struct cg_error error = {0};
    ck_assert_int_eq(read_text(summaries, "f\0g:", 4, &error), CG_E_FORMAT);
    ck_assert_int_eq(cg_summaries_read(summaries, "/nonexistent/x", &error), CG_E_IO);
    ck_assert_int_eq(cg_summaries_read(summaries, "/", NULL), CG_E_IO);
    cg_summaries_free(summaries);
    cg_summaries_free(NULL);
}
END_TEST

/* `head`, then `count` times `piece`, then `tail`. */
static char *repeated(const char *head, const char *piece, size_t count, const char *tail)
{
    char *text = malloc(strlen(head) + count * strlen(piece) + strlen(tail) + 1);
    char *at = stpcpy(text, head);
    for (size_t i = 0; i < count; i++) {
        at = stpcpy(at, piece);
    }
    stpcpy(at, tail);
    return text;
}

START_TEST(what_is_too_much_is_refused)
{
    static const struct {
        const char *head;
        const char *piece;
        size_t most;
        const char *tail;
    } limits[] = {
        {"f: result = g", "x", 4095, ""},     {"", "x", 4096, ": result = 0"},
        {"f: result = \"g", "x", 4095, "\""}, {"f: result = 0", "; result = 1", 511, ""},
        {"f: call 0(1", ", 1", 255, ")"},     {"#", "x", ((size_t)16 << 20) - 1, ""},
    };
    struct cg_summaries *summaries = of_library();
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        for (size_t more = 0; more < 2; more++) {
            char *text =
                repeated(limits[i].head, limits[i].piece, limits[i].most + more, limits[i].tail);
            struct cg_error error = {0};
            int status = read_text(summaries, text, strlen(text), &error);
            ck_assert_msg(status == (more ? CG_E_LIMIT : CG_OK), "%zu+%zu: %d %s", i, more, status,
                          error.text);
            ck_assert(!more || error.line == 1);
            free(text);
        }
    }
    cg_summaries_free(summaries);
}
END_TEST

START_TEST(so_many_patterns_are_refused_in_whichever_text)
{
    enum { MOST = 10000, LONGEST = 16 };
    struct cg_summaries *summaries;
    struct cg_error error = {0};
    char *text = malloc((size_t)MOST * LONGEST), *at = text;
    ck_assert_int_eq(cg_summaries_new(&summaries, &error), CG_OK);
    for (int i = 0; i < MOST - 1; i++) {
        at += sprintf(at, "new%d*: kept\n", i);
    }
    int status = read_text(summaries, text, (size_t)(at - text), &error);
    ck_assert_int_eq(status, CG_E_LIMIT); /* the library has some as well */
    ck_assert_str_eq(error.text, "more than 10000 names with asterisks");
    ck_assert(error.line > MOST / 2);
    ck_assert_int_eq(read_text(summaries, text, (size_t)(strchr(text, '\n') - text), &error),
                     CG_OK);
    cg_summaries_free(summaries);
    free(text);
}
END_TEST

START_TEST(names_come_before_patterns_and_long_ones_before_short_ones)
{
    struct cg_summaries *summaries =
        of_text("pre_*: result = 0\npre_x*: result = 1\npre_xy: result = 2\n*_end: result = 3\n"
                "p*_*: result = 4\nqqq*: result = 5\n*qqq: result = 6");
    expect(summaries, "pre_", "result = 0");
    expect(summaries, "pre_a", "result = 0");
    expect(summaries, "pre_x", "result = 1");
    expect(summaries, "pre_xyz", "result = 1");
    expect(summaries, "pre_xy", "result = 2");
    expect(summaries, "pre_x_end", "result = 1");
    expect(summaries, "pr_end", "result = 3"); /* *_end has a character more than p*_* */
    expect(summaries, "pr_enc", "result = 4");
    expect(summaries, "a_end", "result = 3");
    expect(summaries, "r_", "none");
    expect(summaries, "qqq_qqq", "result = 6"); /* equally long: the lesser */
    expect(summaries, "pre_*", "result = 0");
    expect(summaries, "", "none");
    cg_summaries_free(summaries);
}
END_TEST

START_TEST(what_is_read_later_replaces_the_same_name)
{
    static const char *const first = "memcpy qz*: result = 7\nqz1: result = 8";
    static const char *const wrong = "qz1: result = 1\nqz*: result = 2\nqz3: result = 3\nx: )";
    struct cg_summaries *summaries = of_text(first);
    ck_assert_int_eq(read_text(summaries, wrong, strlen(wrong), NULL), CG_E_FORMAT);
    expect(summaries, "memcpy", "result = 7");
    expect(summaries, "memmove", "*0 = *1; result = 0; runtime");
    expect(summaries, "qz1", "result = 8");
    expect(summaries, "qz3", "result = 7");
    ck_assert_int_eq(read_text(summaries, "qz*:\nqz3: escape 0", 18, NULL), CG_OK);
    expect(summaries, "qz1", "result = 8");
    expect(summaries, "qz2", "");
    expect(summaries, "qz3", "escape 0");
    ck_assert_int_eq(read_text(summaries, "qz3 memcpy: unlisted", 20, NULL), CG_OK);
    ck_assert_ptr_null(summaries_find(summaries, "qz3"));
    ck_assert_ptr_null(summaries_find(summaries, "memcpy"));
    expect(summaries, "qz2", "");
    cg_summaries_free(summaries);
}
END_TEST

/* By the words' definitions, however slow. */
static bool fits(const char *pattern, const char *name)
{
    if (*pattern == '*') {
        return fits(pattern + 1, name) || (*name && fits(pattern, name + 1));
    }
    return *pattern == *name && (!*name || fits(pattern + 1, name + 1));
}

static void draw_word(char *word, size_t most, const char *letters, uint32_t *state)
{
    size_t length = 1;
    for (size_t i = 0; i <= length && i < most; i++) {
        *state = *state * 1664525u + 1013904223u;
        word[i] = letters[(*state >> 16) % strlen(letters)];
        word[i + 1] = '\0';
        length = (*state >> 8) % most;
        length = length < i ? i : length;
    }
}

START_TEST(patterns_fit_as_the_slow_way_says)
{
    uint32_t state = 1;
    for (int round = 0; round < 60; round++) {
        char pattern[9] = "*", text[64], name[13];
        draw_word(pattern + 1, 7, "ab**", &state);
        snprintf(text, sizeof text, "%s: result = 9", pattern);
        struct cg_summaries *summaries = of_text(text);
        for (int i = 0; i < 300; i++) {
            draw_word(name, 12, "ab", &state);
            bool found = summaries_find(summaries, name) != NULL;
            ck_assert_msg(found == fits(pattern, name), "%s %s", pattern, name);
        }
        cg_summaries_free(summaries);
    }
}
END_TEST

START_TEST(library_functions_do_what_their_manual_says)
{
    struct cg_summaries *summaries = of_library();
    expect(summaries, "qsort", "call 3(0, 0); immediate; runtime");
    expect(summaries, "bsearch", "call 4(0, 1); result = 1; immediate; runtime");
    expect(summaries, "malloc", "result = new; runtime");
    expect(summaries, "free", "; runtime");
    expect(summaries, "dlsym", "result = unknown \"dlsym\"; finds; runtime");
    expect(summaries, "dlopen", "result = unknown \"library result\"; loads; runtime");
    expect(summaries, "hsearch", "none");
    expect(summaries, "pthread_create", "\"gthread results|\" = call 2(3); immediate; runtime");
    expect(summaries, "_ZNSolsEPFRSoS_E", "result = call 1(0); recalls; immediate; runtime");
    expect(summaries, "_ZNSolsEi", "result = 0; recalls; runtime");
    expect(summaries, "_ZNSt13runtime_errorC2EPKc", "result = 0; runtime");
    expect(summaries, "__cxa_throw", "\"gexception objects\" = 0; call 2(0); recalls; runtime");
    expect(summaries, "exit", "; recalls; runtime");
    expect(summaries, "_exit", "; runtime");
    expect(summaries, "printf", "\"gprinted values|\" = 1...; runtime");
    expect(summaries, "mcheck", "call 0(); hooks; runtime");
    expect(summaries,
           "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_delete"
           "IS1_EEPFvvE",
           "virtual _ZTSNSt6thread6_StateE 2(*1); virtual _ZTSNSt6thread6_StateE 1(*1); immediate; "
           "runtime");
    expect(summaries, "longjmp", "; recalls; lingering");
    expect(summaries, "event_set_log_callback", "call 0(); recalls; lingering");
    expect(summaries, "event_get_base", "; confined");
    expect(summaries, "main", "none");
    cg_summaries_free(summaries);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        each_form_is_read,
        variables_of_libraries_are_listed,
        mistakes_are_told_with_their_place,
        what_is_too_much_is_refused,
        so_many_patterns_are_refused_in_whichever_text,
        names_come_before_patterns_and_long_ones_before_short_ones,
        what_is_read_later_replaces_the_same_name,
        patterns_fit_as_the_slow_way_says,
        library_functions_do_what_their_manual_says,
        NULL,
    };
    return run_tests("summaries", tests, 120);
}
