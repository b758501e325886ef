/*
 * Looks at the programs among the words of the command, takes the best that they offer (hooks,
 * XRay, else samples), and says so.
 */
#include "run/way.h"

#include "run/sample.h"

/* "3 of 40 functions" */
static char *describe_choice(const struct choosing_summary *summary)
{
    GString *text = g_string_new(NULL);
    g_string_printf(text, "recording %u of %u functions", summary->recorded, summary->functions);
    if (summary->begin) {
        g_string_append_printf(text, ", below %u of them alone", summary->begin);
    }
    if (summary->end) {
        g_string_append_printf(text, ", nothing below %u of them", summary->end);
    }
    return g_string_free(text, FALSE);
}

/* What calls of a program are recorded by. XRay's mode records hooks as well. @return NULL: nothing
 */
static const char *what_has(const struct record_settings *settings, const struct offer *offer)
{
    bool by_xray = settings->mode == RECORD_XRAY && offer->has_sleds;
    return by_xray ? "places for XRay" : offer->calls_hooks ? "hooks" : NULL;
}

/* @return false: it cannot be recorded by XRay, which is reported */
static bool say_choice(const struct record_settings *settings, struct serve *serve,
                       const struct offer *offer)
{
    const char *command = offer->command;
    struct choosing_summary summary;
    serve_prepare(serve, offer->program, &summary);
    if (settings->mode == RECORD_XRAY && offer->has_sleds && !summary.has_xray) {
        cli_error("%s is stripped: without symbols, XRay's runtime in it cannot be found", command);
        return false;
    }
    if (summary.functions) {
        char *text = describe_choice(&summary);
        cli_note("%s has %s: %s", command, what_has(settings, offer), text);
        g_free(text);
    }
    return true;
}

/* @return false: it cannot be sampled, which is reported */
static bool say_timers(const struct record_settings *settings, const struct offer *offer)
{
    const char *command = offer->command;
    char *why = settings->mode_given && sample_is_allowed() ? NULL : sample_refusal();
    bool can = !offer->is_privileged && !(offer->is_elf && offer->is_static);
    if (settings->events) {
        cli_error("--events needs samples of the system, or hooks: %s", why);
        can = false;
    } else if (!can) {
        cli_error("%s cannot be sampled: %s, so no timer can be put into it%s%s", command,
                  offer->is_privileged ? "it runs with other rights than cgrecord"
                                       : "it is linked statically",
                  why ? ", and " : "", why ? why : "");
    } else {
        cli_note("%s: sampling stacks %u times a second by timers in its processes%s%s", command,
                 sample_timer_rate(settings), why ? ": " : "", why ? why : "");
    }
    g_free(why);
    return can;
}

/* What is said of the program. */
static const char *why_sampled(const struct record_settings *settings, const struct offer *offer)
{
    if (offer->is_privileged) {
        return " runs with other rights than cgrecord";
    }
    if (!offer->calls_hooks) {
        return " has no hooks";
    }
    return settings->mode_given ? "" : " has hooks, but is linked statically without libcgrecord.a";
}

static bool say_sampling(const struct record_settings *settings, const struct offer *offer)
{
    if (settings->timers) {
        return say_timers(settings, offer);
    }
    const char *why = why_sampled(settings, offer);
    bool hint = !settings->mode_given && !offer->is_privileged && !offer->calls_hooks;
    cli_note("%s%s: sampling stacks %u times a second%s", offer->command, why, settings->rate,
             hint ? "; --mode hooks if programs that it starts have hooks" : "");
    return true;
}

/* What is not for samples. @return the option, NULL: nothing */
static const char *why_calls(const struct record_settings *settings)
{
    return settings->clock                            ? "--clock"
           : !settings->rate                          ? "--rate 0"
           : settings->events && !sample_is_allowed() ? "--events"
           : choosing_is_needed(settings)             ? "choosing what is recorded"
                                                      : NULL;
}

bool way_say(const struct record_settings *settings, struct serve *serve, const struct offer *offer)
{
    const char *command = offer->command;
    if (!offer->program) {
        return true; /* that it cannot be run is said next */
    }
    if (settings->mode == RECORD_SAMPLE) {
        return say_sampling(settings, offer);
    }
    if (offer->is_privileged && !offer->has_recorder) {
        cli_error("the calls of %s cannot be recorded: it runs with other rights than cgrecord, so "
                  "nothing can be preloaded; use --mode sample",
                  command);
        return false;
    }
    if (offer->is_elf && offer->is_static && !offer->has_recorder) {
        cli_note("%s is linked statically, so nothing can be preloaded: link it with libcgrecord.a",
                 command);
    } else if (serve && what_has(settings, offer)) {
        return say_choice(settings, serve, offer);
    } else if (offer->calls_hooks) {
        cli_note("%s has hooks: recording every call%s", command,
                 offer->is_stripped ? "; it is stripped, so addresses name its functions" : "");
    } else if (offer->is_elf) {
        bool xray = settings->mode == RECORD_XRAY;
        const char *why = settings->mode_given ? NULL : why_calls(settings);
        cli_note("%s has no %s itself%s%s%s: recording what its libraries and processes have; "
                 "compile with %s",
                 command, xray ? "places for XRay" : "hooks", why ? ", which " : "", why ? why : "",
                 why ? " needs" : "", xray ? "clang -fxray-instrument" : "-finstrument-functions");
    }
    return true;
}

/* The first program with hooks among the words of a command, for mpirun and timeout start others;
 * else its first word. */
static void find_offer(struct offer *out, char *const *command)
{
    for (size_t i = 1; command[i - 1]; i++) {
        offer_find(out, command[i - 1]);
        if (out->calls_hooks || out->has_sleds || out->has_recorder) {
            return;
        }
        offer_clear(out);
    }
    offer_find(out, command[0]);
}

static enum record_mode choose_mode(const struct record_settings *settings,
                                    const struct offer *offer)
{
    bool can_preload = !offer->is_privileged && !(offer->is_elf && offer->is_static);
    if (offer->has_recorder || (offer->calls_hooks && can_preload)) {
        return RECORD_HOOKS;
    }
    if (offer->has_sleds && !offer->is_privileged) {
        return RECORD_XRAY;
    }
    return why_calls(settings) || !(can_preload || sample_is_allowed()) ? RECORD_HOOKS
                                                                        : RECORD_SAMPLE;
}

void way_choose(struct record_settings *settings, struct offer *offer)
{
    find_offer(offer, settings->command);
    settings->mode_given = settings->mode != RECORD_AUTO;
    if (!settings->mode_given) {
        settings->mode = choose_mode(settings, offer);
    }
    if (settings->mode == RECORD_SAMPLE) {
        settings->timers = settings->timers || !sample_is_allowed();
    }
}
