#include "solver_program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    LINES_EACH = 25,
    PARAMETERS = 3,
    VARIABLES = 7, /**< with the parameters */
    SLOTS_EACH = 2 + VARIABLES,
    MODULE = 80,
    PART = 50 * MODULE, /**< functions of a subsystem: 100,000 lines */
    MODULE_LINES = MODULE * LINES_EACH,
    FIELDS = 12, /**< of a module, for data */
    TABLES = 2,  /**< of a module, for functions */
    MODULE_SLOTS = FIELDS + TABLES + FIELDS,
    LIBRARY_LINES = 500 /**< of which one is a function of the library */
};

struct program {
    struct solver *solver;
    uint64_t state;
    uint32_t functions;
    uint32_t modules;
    bool one_hub;
    uint32_t first_field; /**< behind the functions: modules, then hubs */
    uint32_t first_hub;
    uint32_t libraries; /**< functions, behind the hubs */
    uint32_t first_library;
    uint32_t *callers; /**< functions of watches; bit 0 distinguishes calls from other watches */
    uint32_t watches;
    uint32_t calls;
    uint64_t targets;
};

static void must(int status)
{
    if (status) {
        fprintf(stderr, "bench_solver: failed with %d\n", status);
        _exit(2);
    }
}

/* Of the processor: others may be at work. */
static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static uint32_t draw(struct program *program, uint32_t below)
{
    uint64_t z = program->state += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return (uint32_t)((z >> 32) * below >> 32);
}

/* One of so many, the first far more often than the last: Zipf's law. */
static uint32_t draw_early(struct program *program, uint32_t count)
{
    double part = draw(program, 1u << 30) / (double)(1u << 30);
    double place = exp(log((double)count + 1) * part) - 1;
    return place < count ? (uint32_t)place : count - 1;
}

static uint32_t function(uint32_t number)
{
    return number * SLOTS_EACH;
}

static uint32_t result(uint32_t number)
{
    return function(number) + 1;
}

static uint32_t parameter(uint32_t number, uint32_t i)
{
    return function(number) + 2 + i;
}

static uint32_t variable(struct program *program, uint32_t number)
{
    return function(number) + 2 + draw(program, VARIABLES);
}

static uint32_t subsystem_start(uint32_t number)
{
    return number / PART * PART;
}

static uint32_t within(const struct program *program, uint32_t number)
{
    return number < program->functions ? number : program->functions - 1;
}

static uint32_t hub(const struct program *program, uint32_t number)
{
    return program->first_hub + (program->one_hub ? 0 : number / PART);
}

/* Nearly always of the function's own module, else of the subsystem; seldom of the one that it has
 * fields in common with. */
static uint32_t module_of(struct program *program, uint32_t number)
{
    uint32_t where = draw(program, 100000), start = subsystem_start(number);
    if (where < 95000) {
        return number / MODULE;
    }
    if (where >= 99995) {
        start = start / PART % 2 ? start - PART : start + PART;
    }
    return within(program, start + draw(program, PART)) / MODULE;
}

static uint32_t field(struct program *program, uint32_t number)
{
    return program->first_field + module_of(program, number) * MODULE_SLOTS +
           draw_early(program, FIELDS);
}

/* A slot that holds nothing but the address of a field. */
static uint32_t constant(struct program *program, uint32_t number)
{
    return program->first_field + module_of(program, number) * MODULE_SLOTS + FIELDS + TABLES +
           draw(program, FIELDS);
}

static uint32_t table(struct program *program, uint32_t number)
{
    return program->first_field + number / MODULE * MODULE_SLOTS + FIELDS +
           draw_early(program, TABLES);
}

/* Calls go to functions of the module and to a few that the subsystem calls often. */
static uint32_t callee(struct program *program, uint32_t caller)
{
    if (draw(program, 100) < 70) {
        return caller / MODULE * MODULE + draw(program, MODULE);
    }
    return within(program, subsystem_start(caller) + draw_early(program, PART));
}

/* A parameter of these, or of a library: there it stays. */
static uint32_t argument(struct program *program, uint32_t caller)
{
    uint32_t i = draw(program, PARAMETERS);
    if (draw(program, 100) < 15) {
        return program->first_library + draw_early(program, program->libraries) * PARAMETERS + i;
    }
    return parameter(callee(program, caller), i);
}

static void add_copy(struct program *program, uint32_t number)
{
    uint32_t where = draw(program, 1000);
    uint32_t from = variable(program, number), to = variable(program, number);
    if (where < 600) {
        from = constant(program, number);
        to = argument(program, number);
    } else if (where < 750) {
        to = argument(program, number);
    } else if (where < 800) {
        from = result(callee(program, number));
    } else if (where < 830) {
        to = result(number);
    } else if (where < 910) {
        from = field(program, number);
    } else if (where < 940) {
        to = field(program, number);
    } else if (where < 960) {
        from = hub(program, number);
    } else if (where < 965) {
        to = hub(program, number);
    }
    must(solver_copy(program->solver, to, from, NULL));
}

static void add_watch(struct program *program, uint32_t slot, uint32_t number, bool is_call)
{
    program->callers[program->watches] = number * 2 + is_call;
    must(solver_watch(program->solver, slot, program->watches++, NULL));
    program->calls += is_call;
}

/* Through a table mostly; else through a parameter that functions are handed for. */
static void add_pointer_call(struct program *program, uint32_t number)
{
    bool by_table = draw(program, 10) < 8;
    add_watch(program, by_table ? table(program, number) : parameter(number, PARAMETERS - 1),
              number, true);
}

static bool happens(struct program *program, uint32_t per_mille)
{
    return draw(program, 1000) < per_mille;
}

static void add_line(struct program *program, uint32_t number)
{
    struct solver *solver = program->solver;
    if (happens(program, 300)) {
        add_copy(program, number);
    }
    if (happens(program, 100)) {
        must(solver_address(solver, variable(program, number), field(program, number), NULL));
    }
    if (happens(program, 3)) {
        must(solver_address(solver, hub(program, number), variable(program, number), NULL));
    }
    if (happens(program, 10)) {
        must(solver_load(solver, variable(program, number), variable(program, number), NULL));
    }
    if (happens(program, 5)) {
        must(solver_store(solver, variable(program, number), variable(program, number), NULL));
    }
    if (happens(program, 45)) {
        add_watch(program, variable(program, number), number, false);
    }
    if (happens(program, 3)) {
        add_pointer_call(program, number);
    }
}

/* Tables: 1 to 300 functions, most of them few. */
static void add_tables(struct program *program, uint32_t lines)
{
    uint64_t left = (uint64_t)lines * 8 / 1000;
    while (left > 0) {
        uint32_t size = 1 + draw_early(program, 300), first = draw(program, program->functions);
        uint32_t slot = table(program, first);
        for (; size > 0 && left > 0; size--, left--) {
            uint32_t place = subsystem_start(first) + (first + size) % PART;
            uint32_t target = function(within(program, place));
            must(solver_address(program->solver, slot, target, NULL));
        }
    }
}

static void add_constants(struct program *program)
{
    for (uint32_t i = 0; i < program->modules * FIELDS; i++) {
        uint32_t slot = program->first_field + i / FIELDS * MODULE_SLOTS + i % FIELDS;
        must(solver_address(program->solver, slot + FIELDS + TABLES, slot, NULL));
    }
}

static int resolve(void *data, uint32_t tag, uint32_t object, struct cg_error *error)
{
    struct program *program = data;
    uint32_t caller = program->callers[tag] / 2;
    if (program->callers[tag] % 2 == 0 || object >= program->first_field ||
        object % SLOTS_EACH != 0) {
        return CG_OK;
    }
    int status = CG_OK;
    program->targets++;
    for (uint32_t i = 0; i < PARAMETERS && !status; i++) {
        status = solver_copy(program->solver, object + 2 + i,
                             function(caller) + 2 + (tag + i) % VARIABLES, error);
    }
    return status ? status
                  : solver_copy(program->solver, function(caller) + 2 + tag / 8 % VARIABLES,
                                object + 1, error);
}

static int compare_counts(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* From one slot in so many. */
static void look(const struct program *program, struct outcome *outcome)
{
    uint32_t count = 0, step = 37;
    uint32_t *sizes = malloc((outcome->slots / step + 1) * sizeof *sizes);
    must(!sizes);
    for (uint32_t i = 0; i < outcome->slots; i += step) {
        uint32_t *objects;
        size_t size;
        must(solver_objects(program->solver, i, &objects, &size, NULL));
        free(objects);
        if (size) {
            outcome->mean += (double)size;
            sizes[count++] = (uint32_t)size;
        }
    }
    qsort(sizes, count, sizeof *sizes, compare_counts);
    outcome->mean /= count ? count : 1;
    for (unsigned i = 0; i < 3 && count; i++) {
        static const unsigned per_mille[] = {500, 900, 990};
        outcome->percent[i] = sizes[(uint64_t)count * per_mille[i] / 1000];
    }
    free(sizes);
}

void solver_program_solve(uint32_t lines, bool one_hub, uint64_t seed, struct outcome *outcome)
{
    struct program program = {
        .state = seed, .one_hub = one_hub, .modules = (lines - 1) / MODULE_LINES + 1};
    program.functions = program.modules * MODULE;
    program.first_field = program.functions * SLOTS_EACH;
    program.first_hub = program.first_field + program.modules * MODULE_SLOTS;
    program.callers = malloc(2 * (size_t)lines * sizeof *program.callers);
    uint32_t first, hubs = program.functions / PART + 1;
    *outcome = (struct outcome){.seconds = -now()};
    must(!program.callers || solver_new(&program.solver, NULL));
    program.libraries = lines / LIBRARY_LINES + 1;
    program.first_library = program.first_hub + hubs;
    outcome->slots = program.first_library + program.libraries * PARAMETERS;
    must(solver_add_slots(program.solver, outcome->slots, &first, NULL));
    for (uint32_t i = 0; i < lines; i++) {
        add_line(&program, i / LINES_EACH);
    }
    add_tables(&program, lines);
    add_constants(&program);
    must(solver_solve(program.solver, resolve, &program, NULL));
    outcome->seconds += now();
    outcome->calls = program.calls;
    outcome->targets = program.targets;
    look(&program, outcome);
    solver_free(program.solver);
    free(program.callers);
}
