/*
 * Chooses kinds by the words of --metadata, and lists them for --list-metadata.
 */
#include "metadata/own_kinds.h"

#include <cli.h>
#include <glib.h>
#include <stdio.h>
#include <string.h>

#include <kinds/cli_kinds.h>
#include <libcg/kinds.h>

/* Choosing */

/** The choice from the words so far. */
struct choosing {
    const struct collected_kind *const *all;
    bool *chosen; /**< for each of `all` */
    size_t count;
};

static void choose_all(struct choosing *c, bool chosen)
{
    for (size_t i = 0; i < c->count; i++) {
        c->chosen[i] = chosen || c->all[i]->always;
    }
}

/** A key that a mistyped one may mean: equal except for case, or one is the prefix of the other. */
static const struct collected_kind *resembling(const struct choosing *c, const char *key)
{
    size_t length = strlen(key);
    const struct collected_kind *found = NULL;
    for (size_t i = 0; i < c->count && length > 0; i++) {
        const char *known = c->all[i]->key;
        size_t shorter = MIN(length, strlen(known));
        char *low = g_ascii_strdown(known, -1);
        char *part = g_ascii_strdown(key, -1);
        bool alike = g_ascii_strncasecmp(known, key, shorter) == 0 || strstr(low, part);
        found = !found && alike ? c->all[i] : found;
        g_free(low);
        g_free(part);
    }
    return found;
}

/** Kinds that need the whole graph. */
static bool is_derived(const char *key)
{
    return strcmp(key, CG_KEY_RECURSION) == 0 || strcmp(key, CG_KEY_GLOBAL_LOOP_DEPTH) == 0;
}

static char *unknown(const struct choosing *c, const char *key)
{
    if (key[0] == '\0') {
        return g_strdup("an empty name in the list");
    }
    if (is_derived(key)) {
        return g_strdup_printf("%s is not collected: cgmerge derives it from the whole graph", key);
    }
    const struct collected_kind *meant = resembling(c, key);
    if (meant) {
        return g_strdup_printf("no kind \"%s\"; did you mean %s?", key, meant->key);
    }
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "no kind \"%s\"; the kinds are", key);
    for (size_t i = 0; i < c->count; i++) {
        g_string_append_printf(text, "%s %s", i ? "," : "", c->all[i]->key);
    }
    return g_string_free(text, FALSE);
}

/** Apply one word. @return an error text, or NULL. */
static char *choose_word(struct choosing *c, const char *word)
{
    bool away = word[0] == '-';
    const char *key = word + away;
    if (strcmp(word, "all") == 0 || strcmp(word, "none") == 0 || strcmp(word, "-all") == 0) {
        choose_all(c, word[0] == 'a');
        return NULL;
    }
    for (size_t i = 0; i < c->count; i++) {
        if (strcmp(c->all[i]->key, key) != 0) {
            continue;
        }
        if (away && c->all[i]->always) {
            return g_strdup_printf("%s is always collected: the graph needs it", key);
        }
        c->chosen[i] = !away;
        return NULL;
    }
    return unknown(c, key);
}

static const struct collected_kind **chosen_kinds(const struct choosing *c)
{
    const struct collected_kind **kinds = g_new0(const struct collected_kind *, c->count + 1);
    size_t count = 0;
    for (size_t i = 0; i < c->count; i++) {
        if (c->chosen[i]) {
            kinds[count++] = c->all[i];
        }
    }
    return kinds;
}

const struct collected_kind **collected_kinds_choose(const struct collected_kind *const *all,
                                                     const char *list, char **wrong)
{
    struct choosing c = {.all = all};
    while (all[c.count]) {
        c.count++;
    }
    c.chosen = g_new0(bool, c.count + 1);
    choose_all(&c, list[0] == '-');
    char **words = g_strsplit(list, ",", -1);
    char *fault = words[0] ? NULL : g_strdup("the list is empty; write \"none\" for no kinds");
    for (char **word = words; *word && !fault; word++) {
        fault = choose_word(&c, *word);
    }
    const struct collected_kind **kinds = fault ? NULL : chosen_kinds(&c);
    g_strfreev(words);
    g_free(c.chosen);
    if (fault) {
        *wrong = fault;
    }
    return kinds;
}

/* Listing */

static void list_json(const struct collected_kind *const *kinds)
{
    printf("{\"version\":1,\"kinds\":[");
    for (size_t i = 0; kinds[i]; i++) {
        char *on = cli_places_text(kinds[i]->places, true);
        printf("%s\n{\"key\":", i ? "," : "");
        cli_print_json_string(stdout, kinds[i]->key);
        printf(",\"on\":[%s],\"always\":%s,\"description\":", on,
               kinds[i]->always ? "true" : "false");
        cli_print_json_string(stdout, kinds[i]->description);
        printf("}");
        g_free(on);
    }
    printf("\n]}\n");
}

static void list_text(const struct collected_kind *const *kinds)
{
    for (size_t i = 0; kinds[i]; i++) {
        char *on = cli_places_text(kinds[i]->places, false);
        printf("%-22s %-11s  %s%s\n", kinds[i]->key, on, kinds[i]->description,
               kinds[i]->always ? " (always)" : "");
        g_free(on);
    }
}

void collected_kinds_list(const struct collected_kind *const *kinds, bool json)
{
    if (json) {
        list_json(kinds);
    } else {
        list_text(kinds);
    }
}
