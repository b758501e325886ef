#include "metadata.h"

#include <cli.h>
#include <string.h>

/* Keys may have any character, names of strategies have no '='. */
static const char *separator(const char *choice)
{
    const char *at = strrchr(choice, '=');
    return at && at > choice ? at : NULL;
}

static bool is_strategy(const char *name)
{
    return cg_strategy_find(name) || strcmp(name, "custom") == 0 || strcmp(name, "metacg") == 0;
}

static char *no_strategy(const char *name)
{
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "--strategy: there is no strategy '%s'; there are", name);
    for (size_t i = 0; cg_strategy_at(i); i++) {
        g_string_append_printf(text, " %s,", cg_strategy_at(i)->name);
    }
    g_string_append(text, " and where kinds have them custom, metacg");
    return g_string_free(text, FALSE);
}

char *metadata_check_choices(char *const *choices)
{
    for (; choices && *choices; choices++) {
        const char *at = separator(*choices);
        if (!at) {
            return g_strdup_printf("--strategy takes KIND=STRATEGY, not '%s'", *choices);
        }
        if (!is_strategy(at + 1)) {
            return no_strategy(at + 1);
        }
    }
    return NULL;
}

int metadata_choose(struct cg_registry *registry, char *const *choices, struct cg_error *error)
{
    int status = CG_OK;
    for (; choices && *choices && !status; choices++) {
        const char *at = separator(*choices);
        char *key = g_strndup(*choices, (gsize)(at - *choices));
        status = cg_registry_set_strategy(registry, key, at + 1, error);
        if (!status && !cg_registry_find(registry, key)) {
            cli_note("--strategy: '%s' is none of the kinds of --list-metadata", key);
        }
        g_free(key);
    }
    return status;
}

/* Listing */

static const struct {
    unsigned place;
    const char *name;
} places[] = {{CG_ON_GRAPH, "graph"}, {CG_ON_NODE, "node"}, {CG_ON_EDGE, "edge"}};

/* Names of places, each between quotes. To release with g_free. */
static char *places_text(unsigned set, const char *quote, const char *comma)
{
    GString *text = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
        if (set & places[i].place) {
            g_string_append_printf(text, "%s%s%s%s", text->len ? comma : "", quote, places[i].name,
                                   quote);
        }
    }
    return g_string_free(text, FALSE);
}

static void list_line(const struct cg_registry *registry, const struct cg_metadata_kind *kind)
{
    char *on = places_text(kind->places, "", ", ");
    printf("%-22s %-11s %-10s  %s%s\n", kind->key, on,
           cg_registry_strategy(registry, kind->key)->name, kind->description,
           kind->structural ? " (fixed)" : "");
    g_free(on);
}

static void print_member(const char *key, const char *text)
{
    printf(",\"%s\":", key);
    if (text) {
        cli_print_json_string(stdout, text);
    } else {
        printf("null");
    }
}

static void list_object(const struct cg_registry *registry, const struct cg_metadata_kind *kind)
{
    char *on = places_text(kind->places, "\"", ",");
    printf("{\"key\":");
    cli_print_json_string(stdout, kind->key);
    printf(",\"on\":[%s]", on);
    print_member("strategy", cg_registry_strategy(registry, kind->key)->name);
    print_member("default", kind->strategy);
    printf(",\"metacg\":%s,\"fixed\":%s", kind->metacg ? "true" : "false",
           kind->structural ? "true" : "false");
    print_member("collector", kind->collector);
    print_member("description", kind->description);
    printf("}");
    g_free(on);
}

void metadata_list(const struct cg_registry *registry, bool json)
{
    const struct cg_metadata_kind *kind;
    printf("%s", json ? "{\"version\":1,\"kinds\":[" : "");
    for (size_t i = 0; (kind = cg_registry_at(registry, i)); i++) {
        if (json) {
            printf("%s\n", i ? "," : "");
            list_object(registry, kind);
        } else {
            list_line(registry, kind);
        }
    }
    printf("%s", json ? "\n]}\n" : "");
}
