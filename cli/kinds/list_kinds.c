/* Implements --list-metadata. */
#include "cli.h"
#include "kinds/cli_kinds.h"

static const struct {
    unsigned place;
    const char *name;
} places[] = {{CG_ON_GRAPH, "graph"}, {CG_ON_NODE, "node"}, {CG_ON_EDGE, "edge"}};

char *cli_places_text(unsigned set, bool json)
{
    GString *text = g_string_new(NULL);
    const char *quote = json ? "\"" : "";
    for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
        if (set & places[i].place) {
            const char *comma = !text->len ? "" : json ? "," : ", ";
            g_string_append_printf(text, "%s%s%s%s", comma, quote, places[i].name, quote);
        }
    }
    return g_string_free(text, FALSE);
}

static void list_line(const struct cg_registry *registry, const struct cg_metadata_kind *kind)
{
    char *on = cli_places_text(kind->places, false);
    printf("%-22s %-11s %-10s  %s%s\n", kind->key, on,
           cg_registry_strategy(registry, kind->key)->name, kind->description,
           kind->structural ? " (fixed)" : "");
    g_free(on);
}

static void list_text(const struct cg_registry *registry)
{
    const struct cg_metadata_kind *kind;
    const struct cg_strategy *strategy;
    for (size_t i = 0; (kind = cg_registry_at(registry, i)); i++) {
        list_line(registry, kind);
    }
    printf("\nStrategies:\n");
    for (size_t i = 0; (strategy = cli_strategy_at(i)); i++) {
        printf("%-22s %s%s\n", strategy->name, strategy->description,
               strategy->ordered ? " (depends on the order of the graphs)" : "");
    }
}

static void print_member(const char *key, const char *text)
{
    printf("\"%s\":", key);
    if (text) {
        cli_print_json_string(stdout, text);
    } else {
        printf("null");
    }
}

static void list_kind(const struct cg_registry *registry, const struct cg_metadata_kind *kind)
{
    char *on = cli_places_text(kind->places, true);
    printf("{");
    print_member("key", kind->key);
    printf(",\"on\":[%s],", on);
    print_member("strategy", cg_registry_strategy(registry, kind->key)->name);
    printf(",");
    print_member("default", kind->strategy);
    printf(",\"metacg\":%s,\"fixed\":%s,", kind->metacg ? "true" : "false",
           kind->structural ? "true" : "false");
    print_member("collector", kind->collector);
    printf(",");
    print_member("description", kind->description);
    printf("}");
    g_free(on);
}

static void list_strategy(const struct cg_strategy *strategy)
{
    printf("{");
    print_member("name", strategy->name);
    printf(",\"ordered\":%s,", strategy->ordered ? "true" : "false");
    print_member("description", strategy->description);
    printf("}");
}

static void list_json(const struct cg_registry *registry)
{
    const struct cg_metadata_kind *kind;
    const struct cg_strategy *strategy;
    printf("{\"version\":1,\"kinds\":[");
    for (size_t i = 0; (kind = cg_registry_at(registry, i)); i++) {
        printf("%s\n", i ? "," : "");
        list_kind(registry, kind);
    }
    printf("\n],\"strategies\":[");
    for (size_t i = 0; (strategy = cli_strategy_at(i)); i++) {
        printf("%s\n", i ? "," : "");
        list_strategy(strategy);
    }
    printf("\n]}\n");
}

void cli_list_kinds(const struct cg_registry *registry, bool json)
{
    if (json) {
        list_json(registry);
    } else {
        list_text(registry);
    }
}
