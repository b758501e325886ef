/* Looks at the words of a readable name that no scope precedes: a type or function belongs to
 * whoever owns the outermost scope. */
#include "validate/common/library_instance.h"

#include "names/decorations.h"
#include "names/spelling.h"
#include "names/template_params.h"
#include "strings/text.h"
#include "validate/common/runtime_names.h"

#include <stdlib.h>
#include <string.h>

/** Longest word of the language, terminated. */
enum { LONGEST_WORD = 24 };

static bool is_of_language(const char *word, size_t length)
{
    char copy[LONGEST_WORD];
    if (length >= sizeof copy) {
        return false;
    }
    memcpy(copy, word, length);
    copy[length] = '\0';
    return startup_is_language(copy);
}

/* Whether a scope precedes a word: `::f` at the beginning of a name or type has none. */
static bool has_scope(const char *text, size_t at)
{
    at -= at && text[at - 1] == '~';
    return at > 2 && memcmp(text + at - 2, "::", 2) == 0 && !strchr(" (<,&*", text[at - 3]);
}

/* What the words of a name show. */
struct words {
    bool pure;      /* none is the program's */
    bool arguments; /* one has template arguments */
};

static struct words read_words(const char *text, size_t length)
{
    struct words words = {.pure = true};
    for (size_t at = 0, end; at < length && words.pure; at = end) {
        for (end = at; end < length && spelling_is_word(text[end]); end++) {
        }
        if (end == at) {
            words.pure = text[end++] != '{';
            continue;
        }
        bool number = text[at] >= '0' && text[at] <= '9';
        bool open = end < length && text[end] == '<';
        words.pure = number || has_scope(text, at) || is_of_language(text + at, end - at);
        words.arguments |= open && (end - at != 8 || memcmp(text + at, "operator", 8) != 0);
    }
    return words;
}

/* spelling_alike removes ABI tags, whose words mean nothing. */
static struct words words_of(const char *readable)
{
    struct cg_text text = {0};
    spelling_alike(&text, readable, strlen(readable));
    struct words words = {false, false};
    if (!text.failed && text.length && !declared_kept(readable)) {
        words = read_words(text.bytes, text.length);
    }
    cg_text_free(&text);
    return words;
}

bool library_instance_is_pure(const char *name, char *(*demangle)(const char *name))
{
    bool linkage = strncmp(name, "_Z", 2) == 0, pure = false;
    char *bare = strndup(name, decorations_find(name, strlen(name)).length);
    char *readable = !linkage ? bare : bare && demangle ? demangle(bare) : NULL;
    if (readable) {
        struct words words = words_of(readable);
        pure = words.pure && (linkage || words.arguments);
    }
    if (linkage) {
        free(readable);
    }
    free(bare);
    return pure;
}
