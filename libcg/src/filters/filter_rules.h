/*
 * Filters of all formats as lists of rules, the last that fits decides.
 */
#ifndef FILTERS_FILTER_RULES_H
#define FILTERS_FILTER_RULES_H

#include "filters/shown_names.h"

/** What a pattern is compared with. */
enum filter_subject {
    FILTER_LINKAGE,  /**< any linkage name of the function */
    FILTER_READABLE, /**< the demangled name */
    FILTER_SIMPLE,   /**< the linkage name, or the demangled one without parameters */
    FILTER_GCC,
    FILTER_TAU,
    FILTER_FILE, /**< the path, as it is or with directories before it */
    FILTER_SUBJECTS,
};

/** How it is compared. */
enum filter_style {
    FILTER_EXACT,
    FILTER_GLOB,      /**< fnmatch */
    FILTER_REGEX,     /**< of a special case list: extended, `*` is any text, matches the whole */
    FILTER_SEARCH,    /**< extended, found anywhere */
    FILTER_TAU_GLOB,  /**< `#` is any text, `?` one character */
    FILTER_SUBSTRING, /**< occurs in it */
};

struct filter_rule {
    char *text;
    enum filter_subject subject;
    enum filter_style style;
    bool include;
    unsigned long line; /**< where it is; 0: not known */
};

struct filter_rules {
    struct filter_rule *rules;
    size_t count;
    size_t capacity;
    bool functions;     /**< what holds for functions that no rule fits */
    bool files;         /**< likewise for files */
    const char *name;   /**< of the text they are read from */
    unsigned long line; /**< that is being read */
};

/** Find the functions that rules instrument, by node. @return CG_OK, CG_E_FORMAT (a regular
 *  expression is wrong; with the place) or CG_E_MEMORY */
int filter_apply(bool *selected, const struct filter_rules *rules, const struct shown *shown,
                 struct cg_error *error);

void filter_clear(struct filter_rules *rules);

/** A text that is being read, line by line. */
struct filter_reader {
    const char *name;
    const char *at;
    unsigned long line;
    struct filter_rules *rules;
    struct cg_error *error;
};

/** Add a rule; patterns without special characters become exact. @return CG_OK or CG_E_MEMORY */
int filter_add(struct filter_reader *reader, bool include, enum filter_subject subject,
               enum filter_style style, const char *text, size_t length);

/** Take the next line without surrounding blanks. @return false at the end */
bool filter_line(struct filter_reader *reader, const char **text, size_t *length);

/** Report a fault in the current line. @return CG_E_FORMAT */
int filter_fail(const struct filter_reader *reader, const char *text);

/** Readers of formats. @return CG_OK, CG_E_FORMAT or CG_E_MEMORY */
int filter_parse_scorep(struct filter_reader *reader);
int filter_parse_tau(struct filter_reader *reader);
int filter_parse_xray(struct filter_reader *reader);
int filter_parse_profile(struct filter_reader *reader);
int filter_parse_gcc(struct filter_reader *reader);
int filter_parse_uftrace(struct filter_reader *reader);
int filter_parse_perf(struct filter_reader *reader);
int filter_parse_callgrind(struct filter_reader *reader);

/** What writers are given. */
struct filter_writer {
    struct cg_text *out;
    const struct shown *shown;
    const bool *set;
};

/** Whether a filter can name something: it is printable, so that it ends no line and begins no
 * other option, and has none of the special characters. */
bool filter_can_name(const char *name, const char *special);

/** Writers of formats. What a format cannot name is left out: reading the filter shows what that
 *  means. @return CG_OK or CG_E_MEMORY; additions that fail are remembered in `out` */
int filter_write_scorep(const struct filter_writer *writer, struct cg_error *error);
int filter_write_tau(const struct filter_writer *writer, struct cg_error *error);
int filter_write_xray(const struct filter_writer *writer, struct cg_error *error);
int filter_write_profile(const struct filter_writer *writer, struct cg_error *error);
int filter_write_gcc(const struct filter_writer *writer, struct cg_error *error);
int filter_write_uftrace(const struct filter_writer *writer, struct cg_error *error);
int filter_write_perf(const struct filter_writer *writer, struct cg_error *error);
int filter_write_callgrind(const struct filter_writer *writer, struct cg_error *error);

#endif
