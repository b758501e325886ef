#include "manual_text.h"

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Characters that roff would take for something else, or typeset as another. */
static const char *escape(char c)
{
    switch (c) {
    case '\\':
        return "\\(rs";
    case '-':
        return "\\-";
    case '\'':
        return "\\(aq";
    case '"':
        return "\\(dq";
    case '`':
        return "\\(ga";
    case '^':
        return "\\(ha";
    case '~':
        return "\\(ti";
    default:
        return NULL;
    }
}

void manual_plain(const char *text, size_t length)
{
    for (const char *at = text, *end = text + length; at < end;) {
        const char *known = escape(*at);
        gunichar c = g_utf8_get_char_validated(at, end - at);
        bool wide = (guchar)*at >= 0x80 && c < 0x110000;
        if (known) {
            fputs(known, stdout);
        } else if (wide) {
            printf("\\[u%04X]", c);
        } else {
            putchar(*at);
        }
        at = wide ? g_utf8_next_char(at) : at + 1;
    }
}

static bool is_capital(char c)
{
    return g_ascii_isupper(c);
}

static bool is_option_char(char c)
{
    return g_ascii_isalnum(c) || c == '-';
}

/* How much of a text is an option, told by the dash behind no letter: "-n", "--max". */
static size_t option_length(const char *text, size_t at, size_t length)
{
    bool begins = at == 0 || strchr(" ([\"'|", text[at - 1]);
    size_t dashes = 0;
    while (at + dashes < length && dashes < 2 && text[at + dashes] == '-') {
        dashes++;
    }
    size_t end = at + dashes;
    if (!begins || !dashes || end == length || !g_ascii_isalpha(text[end])) {
        return 0;
    }
    while (end < length && is_option_char(text[end])) {
        end++;
    }
    return end - at;
}

/* How much of a text is one of the variables. */
static size_t variable_length(const char *text, size_t at, size_t length, const char *variables)
{
    if (at > 0 && (g_ascii_isalnum(text[at - 1]) || text[at - 1] == '_')) {
        return 0;
    }
    size_t end = at;
    while (end < length && (is_capital(text[end]) || (text[end] == '-' && end > at))) {
        end++;
    }
    if (end == at || (end < length && (g_ascii_isalnum(text[end]) || text[end] == '_'))) {
        return 0;
    }
    char *word = g_strdup_printf(" %.*s ", (int)(end - at), text + at);
    bool known = strstr(variables, word);
    g_free(word);
    return known ? end - at : 0;
}

static void print_font(char font, const char *text, size_t length)
{
    printf("\\f%c", font);
    manual_plain(text, length);
    printf("\\fR");
}

void manual_line(const char *text, size_t length, const char *variables)
{
    if (length && *text == '.') {
        printf("\\&"); /* no request: "'" and "\" never stand for themselves */
    }
    for (size_t at = 0, step; at < length; at += step) {
        size_t option = option_length(text, at, length);
        size_t variable = variable_length(text, at, length, variables);
        step = MAX(option, variable);
        if (step) {
            print_font(option ? 'B' : 'I', text + at, step);
        } else {
            step = MIN((size_t)g_utf8_skip[(guchar)text[at]], length - at);
            manual_plain(text + at, step);
        }
    }
}

void manual_section(const char *title)
{
    printf(".SH ");
    manual_plain(title, strlen(title));
    putchar('\n');
}

/* Lines of a text, and what is known of where we are. */
struct reader {
    char **lines;
    size_t at;
    const char *variables;
    bool fresh;  /* the next line begins a paragraph */
    bool tagged; /* that of a word and what it means came last */
    bool headed; /* the head of a section did */
};

static bool is_indented(const char *line)
{
    return g_str_has_prefix(line, "  ");
}

static bool is_heading(const char *line)
{
    return is_capital(line[0]) && is_capital(line[1]) &&
           strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789") == strlen(line);
}

/* Lines that begin a section. */
static const struct {
    const char *begin;
    const char *title;
} openings[] = {
    {"JSON: ", "JSON"},
    {"Examples:", "EXAMPLES"},
    {"Example:", "EXAMPLES"},
    {"Exit status: ", "EXIT STATUS"},
};

static const char *opening(const char *line, const char **title)
{
    for (size_t i = 0; i < G_N_ELEMENTS(openings); i++) {
        if (g_str_has_prefix(line, openings[i].begin)) {
            *title = openings[i].title;
            return line + strlen(openings[i].begin);
        }
    }
    return NULL;
}

/* Where the last gap of two or more spaces ends; 0: there is none behind the indentation. */
static size_t text_column(const char *line)
{
    size_t column = 0;
    for (size_t i = strspn(line, " "); line[i]; i++) {
        if (line[i] == ' ' && line[i + 1] == ' ') {
            i += strspn(line + i, " ");
            column = i;
        }
    }
    return column;
}

static size_t indentation(const char *line)
{
    return strspn(line, " ");
}

/* How much deeper than its term a text on the next line stands at least; code is less. */
#define TEXT_INDENT 4

/* The column in which the texts of a list of terms stand; 0: the lines are no such list. A term
 * that is long has its text on the next line. */
static size_t list_column(char **lines, size_t count)
{
    size_t column = 0;
    for (size_t i = 0; i < count && !column; i++) {
        column = text_column(lines[i]);
    }
    if (!column && count > 1 && indentation(lines[1]) >= indentation(lines[0]) + TEXT_INDENT) {
        column = indentation(lines[1]); /* all terms have it so */
    }
    for (size_t i = 0; i < count && column; i++) {
        bool has_text = text_column(lines[i]) == column || indentation(lines[i]) == column;
        bool is_term = i + 1 < count && indentation(lines[i]) < column &&
                       text_column(lines[i]) == 0 && indentation(lines[i + 1]) == column;
        if (!has_text && !is_term) {
            return 0;
        }
    }
    return indentation(lines[0]) < column ? column : 0;
}

static void print_term(const char *line, size_t column)
{
    size_t begin = indentation(line);
    size_t end = MIN(column, strlen(line));
    while (end > begin && line[end - 1] == ' ') {
        end--;
    }
    if (text_column(line) != column) {
        end = strlen(line); /* it may be longer */
    }
    printf(".TP\n");
    print_font('B', line + begin, end - begin);
    putchar('\n');
}

static void print_list(const struct reader *reader, char **lines, size_t count, size_t column)
{
    for (size_t i = 0; i < count; i++) {
        bool goes_on = indentation(lines[i]) == column;
        bool has_text = goes_on || text_column(lines[i]) == column;
        if (!goes_on) {
            print_term(lines[i], column);
        }
        if (has_text) {
            manual_line(lines[i] + column, strlen(lines[i] + column), reader->variables);
            putchar('\n');
        }
    }
}

/* The head of a section begins one, too. */
static void begin_paragraph(struct reader *reader)
{
    printf("%s", reader->headed ? "" : ".PP\n");
    reader->headed = false;
}

static void print_as_it_is(char **lines, size_t count)
{
    printf(".nf\n");
    for (size_t i = 0; i < count; i++) {
        if (lines[i][0] == '.') {
            printf("\\&");
        }
        manual_plain(lines[i], strlen(lines[i]));
        putchar('\n');
    }
    printf(".fi\n");
}

static void read_indented(struct reader *reader)
{
    char **lines = reader->lines + reader->at;
    size_t count = 0;
    while (lines[count] && is_indented(lines[count])) {
        count++;
    }
    size_t column = list_column(lines, count);
    printf("%s", reader->tagged ? ".RS\n" : "");
    if (column) {
        reader->headed = false;
        print_list(reader, lines, count, column);
    } else {
        begin_paragraph(reader);
        print_as_it_is(lines, count);
    }
    printf("%s", reader->tagged ? ".RE\n" : "");
    reader->at += count;
    reader->fresh = true;
}

/* The paragraph from here on, in one line, its beginning left out. To release with g_free. */
static char *take_paragraph(struct reader *reader, const char *from)
{
    GString *text = g_string_new(from);
    while (reader->lines[++reader->at] && reader->lines[reader->at][0] &&
           !is_indented(reader->lines[reader->at])) {
        g_string_append_printf(text, " %s", reader->lines[reader->at]);
    }
    return g_string_free(text, FALSE);
}

/* Where the next status of a list begins: a digit and a space, behind a comma or semicolon. */
static const char *next_status(const char *text)
{
    for (const char *at = text; *at; at++) {
        if ((at[0] == ',' || at[0] == ';') && at[1] == ' ' && g_ascii_isdigit(at[2]) &&
            at[3] == ' ') {
            return at;
        }
    }
    return text + strlen(text);
}

static void read_statuses(struct reader *reader, const char *from)
{
    char *text = take_paragraph(reader, from);
    for (const char *at = text; g_ascii_isdigit(*at);) {
        const char *end = next_status(at);
        size_t length = (size_t)(end - at) - 2;
        printf(".TP\n.B %c\n", *at);
        if (!*end && length && end[-1] == '.') {
            length--;
        }
        manual_line(at + 2, length, reader->variables);
        putchar('\n');
        at = *end ? end + 2 : end;
    }
    g_free(text);
}

/* "yes: there is": a word and what it means. @return length of the word, or 0 */
static size_t tag_length(const char *line)
{
    size_t length = 0;
    while (g_ascii_islower(line[length])) {
        length++;
    }
    return line[length] == ':' && line[length + 1] == ' ' ? length : 0;
}

static void read_prose(struct reader *reader)
{
    const char *line = reader->lines[reader->at++];
    size_t tag = reader->fresh ? tag_length(line) : 0;
    reader->tagged = tag || (reader->tagged && !reader->fresh);
    if (tag) {
        printf(".TP\n");
        print_font('B', line, tag);
        putchar('\n');
        line += tag + 2;
    } else if (reader->fresh) {
        begin_paragraph(reader);
    }
    reader->headed = false;
    manual_line(line, strlen(line), reader->variables);
    putchar('\n');
    reader->fresh = g_str_has_suffix(line, ".") && reader->lines[reader->at] &&
                    tag_length(reader->lines[reader->at]);
}

static void read_section(struct reader *reader, const char *title, const char *rest)
{
    manual_section(title);
    reader->fresh = true;
    reader->tagged = false;
    reader->headed = true;
    if (strcmp(title, "EXIT STATUS") == 0) {
        read_statuses(reader, rest);
    } else if (*rest) {
        char *text = take_paragraph(reader, rest);
        manual_line(text, strlen(text), reader->variables);
        putchar('\n');
        reader->headed = false;
        g_free(text);
    } else {
        reader->at++;
    }
}

static void read_line(struct reader *reader)
{
    const char *line = reader->lines[reader->at], *title = NULL;
    const char *rest = opening(line, &title);
    if (rest) {
        read_section(reader, title, rest);
    } else if (is_heading(line)) {
        read_section(reader, line, "");
    } else if (is_indented(line)) {
        read_indented(reader);
    } else if (*line) {
        read_prose(reader);
    } else {
        reader->fresh = true;
        reader->tagged = false;
        reader->at++;
    }
}

void manual_text(const char *text, const char *variables)
{
    struct reader reader = {
        .lines = g_strsplit(text, "\n", -1), .variables = variables, .fresh = true};
    while (reader.lines[reader.at]) {
        read_line(&reader);
    }
    g_strfreev(reader.lines);
}

const char *manual_text_sections(const char *text)
{
    const char *title;
    while (*text && !opening(text, &title)) {
        const char *end = strchr(text, '\n');
        text = end ? end + 1 : text + strlen(text);
    }
    return text;
}
