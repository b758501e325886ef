/* What can stand where, by the name it has in usage lines. */
#include "completion.h"

#include <libcg/kinds.h>

#include <string.h>

static const struct {
    const char *name;
    enum offer what;
} names[] = {
    {"COMPILER", OFFER_PROGRAMS}, {"DIR", OFFER_DIRECTORIES},    {"FILE", OFFER_FILES},
    {"FROM", OFFER_FUNCTIONS},    {"FUNCTION", OFFER_FUNCTIONS}, {"GRAPH", OFFER_GRAPHS},
    {"KEY", OFFER_WORDS},         {"NAME", OFFER_FUNCTIONS},     {"NEW", OFFER_GRAPHS},
    {"OLD", OFFER_GRAPHS},        {"OUT", OFFER_FILES},          {"PATH", OFFER_FILES},
    {"PROFILE", OFFER_FILES},     {"RULES", OFFER_FILES},        {"SET", OFFER_FUNCTIONS},
    {"TO", OFFER_FUNCTIONS},
};

static enum offer by_name(const char *name, const struct cli_command *tool)
{
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        bool known = names[i].what != OFFER_FUNCTIONS || tool->verbs; /* `complete` tells them */
        if (known && strcmp(names[i].name, name) == 0) {
            return names[i].what;
        }
    }
    return OFFER_NOTHING;
}

/* The kinds of metadata that need no plug-in. To release with g_free. */
static char *keys(void)
{
    struct cg_registry *registry = NULL;
    const struct cg_metadata_kind *kind;
    GString *text = g_string_new(NULL);
    if (!cg_registry_new(&registry, NULL) && !cg_registry_add_builtin(registry, NULL)) {
        for (size_t i = 0; (kind = cg_registry_at(registry, i)); i++) {
            g_string_append_printf(text, "%s%s", i ? " " : "", kind->key);
        }
    }
    cg_registry_free(registry);
    return g_string_free(text, FALSE);
}

static const char *const *words_of(const struct cli_command *command, const char *option)
{
    for (const struct cli_words *words = command->words; words && words->option; words++) {
        if (strcmp(words->option, option) == 0) {
            return words->words;
        }
    }
    return NULL;
}

void offered_value(struct offered *out, const struct cli_command *tool,
                   const struct cli_command *command, const GOptionEntry *entry)
{
    const char *name = entry->arg_description ? entry->arg_description : "";
    const char *const *words = words_of(command, entry->long_name);
    *out = (struct offered){.what = by_name(name, tool), .name = g_strdup(name)};
    if (words) {
        out->what = OFFER_WORDS;
        out->words = g_strjoinv(" ", (char **)words);
    } else if (out->what == OFFER_WORDS) {
        out->words = keys();
    }
}

static bool take_argument(struct offered *out, const struct cli_command *tool, const char *word)
{
    word += *word == '[';
    size_t length = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ-");
    if (length == 0 || *word == '-') {
        return false; /* an option, or another way to use the tool */
    }
    *out = (struct offered){.name = g_strndup(word, length)};
    out->what = by_name(out->name, tool);
    out->more = g_str_has_prefix(word + length, "...") || g_str_has_prefix(word + length, "…");
    return true;
}

static void clear(gpointer offered)
{
    offered_clear(offered);
}

GArray *offered_arguments(const struct cli_command *tool, const struct cli_command *command)
{
    GArray *array = g_array_new(FALSE, FALSE, sizeof(struct offered));
    g_array_set_clear_func(array, clear);
    char **words = g_strsplit(command->arguments ? command->arguments : "", " ", -1);
    struct offered argument;
    for (char **word = words; *word && take_argument(&argument, tool, *word); word++) {
        g_array_append_val(array, argument);
    }
    g_strfreev(words);
    return array;
}

void offered_clear(struct offered *offered)
{
    g_free(offered->words);
    g_free(offered->name);
}
