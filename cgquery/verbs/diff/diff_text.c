/* Prints the answer of `diff` as text, and as Markdown for comments on changes. */
#include "verbs/diff/differences.h"

#include <string.h>

static const char *color_of(char sign)
{
    return sign == '+' ? "32" : sign == '-' ? "31" : "33";
}

static void print_line(const struct differences *d, const struct diff_section *section,
                       const struct diff_line *line)
{
    char *whole = g_strdup_printf("%c %s %s", line->sign, section->word, line->text);
    if (line->sign == ' ') {
        puts(whole);
    } else {
        print_colored(d->before, color_of(line->sign), whole);
        putchar('\n');
    }
    g_free(whole);
}

static void print_section(const struct differences *d, const struct diff_section *section)
{
    size_t limit = query_list_limit(d->before, SIZE_MAX);
    for (guint i = 0; i < section->lines->len && i < limit; i++) {
        print_line(d, section, &g_array_index(section->lines, struct diff_line, i));
    }
    if (section->lines->len > limit) {
        char *what = g_strdup_printf("%s line", section->word);
        cli_print_more(stdout, "  ", section->lines->len - limit, what);
        g_free(what);
    }
}

static void print_graph(const char *sign, const struct query *query)
{
    fputs(sign, stdout);
    print_plain(query->graph_name);
    uint32_t functions = cg_graph_node_count(query->graph);
    uint32_t calls = cg_graph_edge_count(query->graph);
    printf(": %u function%s, %u call%s\n", functions, cli_s(functions), calls, cli_s(calls));
}

/* "functions +6 -2, calls +32"; NULL: no differences. */
static char *summary(const struct diff_section *sections)
{
    GString *text = g_string_new(NULL);
    for (size_t i = 0; i < DIFF_SECTIONS; i++) {
        if (diff_section_count(&sections[i]) > 0) {
            char *counts = diff_section_counts(&sections[i]);
            char *title = g_ascii_strdown(sections[i].title, -1);
            g_string_append_printf(text, "%s%s %s", text->len ? ", " : "", title, counts);
            g_free(title);
            g_free(counts);
        }
    }
    return g_string_free(text, text->len == 0);
}

int diff_print_text(const struct differences *d, const struct diff_section *sections)
{
    char *sums = summary(sections);
    if (!cli_is_quiet()) {
        print_graph("--- ", d->before);
        print_graph("+++ ", d->after);
        puts(sums ? sums : "no difference");
    }
    for (size_t i = 0; i < DIFF_SECTIONS; i++) {
        print_section(d, &sections[i]);
    }
    g_free(sums);
    return CLI_OK;
}

/* Markdown */

/* Literal text in Markdown: between more backticks than it contains. */
static void print_code(const char *text)
{
    char *shown = cli_printable(text);
    int longest = 0, run = 0;
    for (const char *c = shown; *c; c++) {
        run = *c == '`' ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    char *fence = g_strnfill((gsize)longest + 1, '`');
    const char *space = longest ? " " : "";
    printf("%s%s%s%s%s", fence, space, shown, space, fence);
    g_free(fence);
    g_free(shown);
}

/* Lines are in a block that viewers colour like a diff. None begins with a backtick, so none ends
 * the block. */
static void print_details(const struct differences *d, const struct diff_section *section)
{
    enum { SHOWN = 50 };
    size_t limit = query_list_limit(d->before, SHOWN);
    char *counts = diff_section_counts(section);
    printf("\n<details><summary>%s: %s</summary>\n\n```diff\n", section->title, counts);
    for (guint i = 0; i < section->lines->len && i < limit; i++) {
        const struct diff_line *line = &g_array_index(section->lines, struct diff_line, i);
        printf("%c %s\n", line->sign == '~' ? '!' : line->sign, line->text);
    }
    puts("```");
    if (section->lines->len > limit) {
        cli_print_more(stdout, "\n", section->lines->len - limit, "line");
    }
    puts("\n</details>");
    g_free(counts);
}

static void print_table(const struct diff_section *sections)
{
    puts("\n| | added | gone | changed |\n|---|--:|--:|--:|");
    for (size_t i = 0; i < DIFF_SECTIONS; i++) {
        const struct diff_section *section = &sections[i];
        if (diff_section_count(section) > 0) {
            printf("| %s | %zu | %zu | %zu |\n", section->title, section->added, section->gone,
                   section->changed);
        }
    }
}

int diff_print_markdown(const struct differences *d, const struct diff_section *sections)
{
    char *sums = summary(sections);
    fputs("### Call graph: ", stdout);
    print_code(d->before->graph_name);
    fputs(" → ", stdout);
    print_code(d->after->graph_name);
    putchar('\n');
    if (sums) {
        print_table(sections);
    } else {
        puts("\nNo difference.");
    }
    for (size_t i = 0; i < DIFF_SECTIONS; i++) {
        if (diff_section_count(&sections[i]) > 0) {
            print_details(d, &sections[i]);
        }
    }
    g_free(sums);
    return CLI_OK;
}
