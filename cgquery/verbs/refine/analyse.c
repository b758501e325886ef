/* What profiles show: what a selection covers, and how often all functions are called. */
#include "ask/ask.h"
#include "runs/attached.h"
#include "verbs/refine/refine.h"

#include <libcg/instrument.h>
#include <libcg/kinds.h>

#include <math.h>

#define HOT 0.05
#define NOISE 0.01 /* of the run: nobody can tell less from chance */

int refine_attach(struct query *out, double *visits, const struct refining *refining,
                  const struct iteration *iteration)
{
    char *profile = g_build_filename(iteration->directory, "profile", NULL);
    char *paths[] = {profile, NULL};
    struct cg_profile *run = NULL;
    int code = CLI_TROUBLE;
    if (g_file_test(profile, G_FILE_TEST_EXISTS)) {
        code = query_open(out, refining->query, refining->query->graph_path);
        code = code ? code : attached_read(&run, out, paths);
        code = code ? code : attached_make(NULL, out, run);
    } else {
        cli_error(
            "the command of --run%s left no profile: it has to write %s, which $CG_PROFILE names",
            refining->query->options.convert ? ", and that of --convert," : "", profile);
    }
    cg_profile_free(run);
    g_free(profile);
    *visits = 0;
    for (cg_node node = 0; code == CLI_OK && node < cg_graph_node_count(out->graph); node++) {
        int64_t calls = cg_measured_visits(out->graph, CG_ON_NODE, node);
        *visits += calls > 0 ? (double)calls : 0;
    }
    return code;
}

/* The exclusive values of functions, as shares of all. With all probes, those took a part of the
 * time of each function, by its calls. */
static double *own_shares(const struct census *census, const struct query *known,
                          const char *metric)
{
    uint32_t nodes = cg_graph_node_count(known->graph);
    double *shares = g_new0(double, nodes + 1), all = 0, rest = 0;
    bool counted = known == &census->graph;
    for (cg_node node = 0; node < nodes; node++) {
        struct cg_measured m;
        bool has = cg_measured(&m, known->graph, CG_ON_NODE, node, metric);
        shares[node] = has ? fmax(m.exclusive, 0) : 0;
        all += shares[node];
    }
    for (cg_node node = 0; node < nodes; node++) {
        double visits = (double)cg_measured_visits(known->graph, CG_ON_NODE, node);
        double probes = counted && visits > 0 ? visits / census->visits * census->probes : 0;
        shares[node] = all > 0 ? fmax(shares[node] / all - probes, 0) : 0;
        rest += shares[node];
    }
    for (cg_node node = 0; node < nodes && rest > 0; node++) {
        shares[node] /= rest;
    }
    return shares;
}

void refine_cover(const struct refining *refining, struct iteration *iteration,
                  const struct query *measured)
{
    const struct census *census = &refining->census;
    const struct query *known = census->graph.graph ? &census->graph : measured;
    const char *metric = cg_measured_metric(known->graph);
    if (!metric) {
        return;
    }
    double *shares = own_shares(census, known, metric);
    iteration->covered = 0;
    iteration->hot = g_new0(bool, cg_graph_node_count(known->graph) + 1);
    for (cg_node node = 0; node < cg_graph_node_count(known->graph); node++) {
        iteration->covered += iteration->set[node] ? shares[node] : 0;
        iteration->hot[node] = iteration->set[node] && shares[node] >= HOT;
    }
    g_free(shares);
}

/* The cost of a call. A cost within the noise of the runs is an upper bound. */
static void learn_probe(struct refining *refining)
{
    double visits = refining->census.visits, base = refining->base;
    double whole = refine_compared_time(refining, &refining->census.took);
    double cost = whole - refining->startup - base;
    refining->census.probes = whole > 0 ? fmax(cost, 0) / whole : 0;
    if (isnan(refining->query->options.probe_ns)) {
        refining->measured_probe = cost > NOISE * base;
        refining->probe.seconds = refining->measured_probe
                                      ? cost / visits
                                      : fmin(refining->probe.seconds, NOISE * base / visits);
    }
}

static struct iteration *all_functions(const struct refining *refining)
{
    struct iteration *all = refine_iteration_new(refining, "counted");
    cg_instrumentable(all->set, refining->query->graph);
    for (cg_node node = 0; node < cg_graph_node_count(refining->query->graph); node++) {
        all->functions += all->set[node];
    }
    return all;
}

int refine_count(struct refining *refining)
{
    const struct options *options = &refining->query->options;
    struct census *census = &refining->census;
    struct iteration *all = all_functions(refining);
    int code = refine_write_filter(refining, all);
    if (code == CLI_OK && options->build) {
        code = refine_run(refining, "build", options->build, all, NULL);
    }
    code = code ? code : refine_run(refining, "counted", refining->count, all, &census->took);
    if (code == CLI_OK && options->convert) {
        code = refine_run(refining, "convert", options->convert, all, NULL);
    }
    code = code ? code : refine_attach(&census->graph, &census->visits, refining, all);
    if (code == CLI_OK && census->visits > 0) {
        learn_probe(refining);
    } else if (code == CLI_OK) {
        cli_note("the profiles count no calls, so overhead is predicted by estimates; a sampled "
                 "profile counts none");
        query_close(&census->graph);
        census->graph = (struct query){0};
    }
    refine_iteration_free(all);
    return code;
}
