/*
 * Measures time and memory to solve inclusion constraints: bench_solver [LINES...]
 *
 * First, programs like real ones, of 100,000 and 1,000,000 lines (solver_program.h): they have more
 * hubs, not larger ones, and show how the solver scales. Then a program where a single hub grows
 * with the program. Then stress: programs in which all data pointers flow together, so that the
 * answer grows with the square of their size, and shapes that cost the square of their size unless
 * the solver handles them. Each runs in a process of its own.
 */
#include "solver/solver.h"
#include "solver_program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Processor time: other programs may run. */
static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static uint64_t state = 1;

static uint32_t draw(uint32_t below)
{
    uint64_t z = state += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return (uint32_t)((z >> 32) * below >> 32);
}

/* One of so many, the first far more often than the last: Zipf's law. */
static uint32_t draw_early(uint32_t count)
{
    double place = exp(log((double)count + 1) * draw(1u << 30) / (double)(1u << 30)) - 1;
    return place < count ? (uint32_t)place : count - 1;
}

static void must(int status)
{
    if (status) {
        fprintf(stderr, "bench_solver: failed with %d\n", status);
        _exit(2);
    }
}

/* A program: functions of 25 lines with 3 parameters, a result and 8 locals each; fields for every
 * 20 lines, most of them used by the 80 functions around; one for
 * 12,500 lines is a hub that all use. A slot
 * in four is for pointers to functions, the others for data: they seldom mix. */
enum {
    LINES_EACH = 25,
    PARAMETERS = 3,
    VARIABLES = 11, /**< with the parameters */
    SLOTS_EACH = 2 + VARIABLES,
    MODULE = 80,
    MODULE_FIELDS = 100,
    HUB_LINES = 12500,
    KINDS = 4 /**< the last of which is pointers to functions */
};

struct program {
    struct solver *solver;
    uint32_t lines;
    uint32_t functions;
    uint32_t fields;
    uint32_t first_field;
    uint32_t *arguments; /**< by call through a pointer: PARAMETERS of them, and the result */
    uint32_t calls;
    uint64_t targets; /**< of calls through pointers */
};

static uint32_t function(uint32_t number)
{
    return number * SLOTS_EACH;
}

static uint32_t variable(uint32_t number, uint32_t i)
{
    return function(number) + 2 + i;
}

static uint32_t draw_kind(void)
{
    return draw(100) < 20 ? KINDS - 1 : draw(KINDS - 1);
}

/* A variable for pointers of some kind, or nearly. */
static uint32_t draw_variable(uint32_t kind)
{
    bool to_functions = kind == KINDS - 1;
    uint32_t i = draw(VARIABLES);
    while ((i % KINDS == KINDS - 1) != to_functions && draw(100) > 0) {
        i = draw(VARIABLES);
    }
    return i;
}

static uint32_t local(uint32_t number, uint32_t kind)
{
    return variable(number, draw_variable(kind));
}

static uint32_t draw_field(const struct program *program, uint32_t number, uint32_t kind)
{
    uint32_t hubs = program->functions * LINES_EACH / HUB_LINES + 1;
    if (kind != KINDS - 1 && draw(100) < 3) {
        return program->first_field + draw_early(hubs);
    }
    uint32_t module = (draw(100) < 95 ? number : draw(program->functions)) / MODULE;
    uint32_t field = module * MODULE_FIELDS + draw_early(MODULE_FIELDS / KINDS) * KINDS + kind;
    return program->first_field + field % program->fields;
}

/* Calls go to functions nearby, to a few that everybody calls, and anywhere. */
static uint32_t callee(const struct program *program, uint32_t caller)
{
    uint32_t kind = draw(10);
    if (kind < 6) {
        return caller / MODULE * MODULE + draw(MODULE);
    }
    return kind < 9 ? draw_early(program->functions) : draw(program->functions);
}

static void add_call(struct program *program, uint32_t caller)
{
    uint32_t target = callee(program, caller);
    uint32_t arguments = draw(4);
    for (uint32_t i = 0; i < arguments; i++) {
        uint32_t kind = i % KINDS;
        must(solver_copy(program->solver, variable(target, i), local(caller, kind), NULL));
    }
    if (draw(3) == 0) {
        must(solver_copy(program->solver, local(caller, 0), function(target) + 1, NULL));
    }
}

static void add_pointer_call(struct program *program, uint32_t caller)
{
    uint32_t *arguments = program->arguments + (size_t)program->calls * (PARAMETERS + 1);
    for (uint32_t i = 0; i <= PARAMETERS; i++) {
        arguments[i] = local(caller, 0);
    }
    uint32_t pointer = draw(4) ? draw_field(program, caller, KINDS - 1) : local(caller, KINDS - 1);
    must(solver_watch(program->solver, pointer, program->calls++, NULL));
}

/* Of the lines of one function; `per_mille` of 1000 lines. */
static bool happens(uint32_t per_mille)
{
    return draw(1000) < per_mille;
}

/* Within a function values mostly go one way; one copy in ten goes back. */
static void add_copy(struct program *program, uint32_t number)
{
    uint32_t where = draw(100), kind = draw_kind();
    uint32_t from = local(number, kind), to = local(number, kind);
    if (from > to && draw(10)) {
        uint32_t other = from;
        from = to;
        to = other;
    }
    if (where < 15) {
        from = draw_field(program, number, kind);
    } else if (where < 30) {
        to = draw_field(program, number, kind);
    } else if (where < 40) {
        to = function(number) + 1;
    }
    must(solver_copy(program->solver, to, from, NULL));
}

static void add_line(struct program *program, uint32_t number)
{
    struct solver *solver = program->solver;
    if (happens(250)) {
        add_copy(program, number);
    }
    if (happens(130)) {
        add_call(program, number);
    }
    if (happens(15)) {
        uint32_t object = draw(2) ? draw_field(program, number, draw_kind()) : local(number, 0);
        must(solver_address(solver, local(number, 0), object, NULL));
    }
    if (happens(60)) {
        must(solver_load(solver, local(number, draw_kind()), local(number, 0), NULL));
    }
    if (happens(25)) {
        must(solver_store(solver, local(number, 0), local(number, draw_kind()), NULL));
    }
    if (happens(5)) {
        add_pointer_call(program, number);
    }
}

/* Tables: fields that hold 1 to 500 functions, most of them few. */
static void add_tables(struct program *program)
{
    uint64_t left = (uint64_t)program->lines * 12 / 1000;
    while (left > 0) {
        uint32_t size = 1 + draw_early(500), first = draw(program->functions);
        uint32_t table = draw_field(program, first, KINDS - 1);
        for (; size > 0 && left > 0; size--, left--) {
            uint32_t target = function((first + size) % program->functions);
            must(solver_address(program->solver, table, target, NULL));
        }
    }
}

static int resolve(void *data, uint32_t tag, uint32_t object, struct cg_error *error)
{
    struct program *program = data;
    if (object >= program->first_field || object % SLOTS_EACH != 0) {
        return CG_OK;
    }
    const uint32_t *arguments = program->arguments + (size_t)tag * (PARAMETERS + 1);
    int status = CG_OK;
    program->targets++;
    for (uint32_t i = 0; i < PARAMETERS && !status; i++) {
        status = solver_copy(program->solver, object + 2 + i, arguments[i], error);
    }
    return status ? status : solver_copy(program->solver, arguments[PARAMETERS], object + 1, error);
}

static uint64_t size_of_all(const struct solver *solver)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < solver_slot_count(solver); i += 97) {
        uint32_t *objects;
        size_t count;
        must(solver_objects(solver, i, &objects, &count, NULL));
        sum += count;
        free(objects);
    }
    return sum * 97;
}

static void solve_stress(uint32_t lines, double *seconds)
{
    uint32_t modules = (lines - 1) / (LINES_EACH * MODULE) + 1;
    struct program program = {.lines = lines, .functions = modules * MODULE};
    program.fields = modules * MODULE_FIELDS;
    program.first_field = program.functions * SLOTS_EACH;
    program.arguments = malloc((size_t)lines * (PARAMETERS + 1) * sizeof *program.arguments);
    uint32_t first;
    double start = now();
    must(!program.arguments || solver_new(&program.solver, NULL));
    must(solver_add_slots(program.solver, program.first_field + program.fields, &first, NULL));
    for (uint32_t i = 0; i < lines; i++) {
        add_line(&program, i / LINES_EACH);
    }
    add_tables(&program);
    must(solver_solve(program.solver, resolve, &program, NULL));
    *seconds = now() - start;
    printf("  %u slots, %u calls of %llu targets, sets of %.1f objects\n",
           solver_slot_count(program.solver), program.calls, (unsigned long long)program.targets,
           (double)size_of_all(program.solver) / solver_slot_count(program.solver));
}

/* The mean of several programs, which differ in what happens to flow together. */
static void solve_programs(uint32_t lines, bool one_hub, uint32_t programs, double *seconds)
{
    for (uint32_t seed = 1; seed <= programs; seed++) {
        struct outcome outcome;
        solver_program_solve(lines, one_hub, seed, &outcome);
        *seconds += outcome.seconds / programs;
        if (seed == programs) {
            printf("  %u slots, %u calls of %llu targets; sets of %.1f objects, 50 %% up to %u, "
                   "90 %% up to %u, 99 %% up to %u\n",
                   outcome.slots, outcome.calls, (unsigned long long)outcome.targets, outcome.mean,
                   outcome.percent[0], outcome.percent[1], outcome.percent[2]);
        }
    }
}

static void solve_small(uint32_t lines, double *seconds)
{
    solve_programs(lines, false, 20, seconds);
}

static void solve_large(uint32_t lines, double *seconds)
{
    solve_programs(lines, false, 5, seconds);
}

static void solve_one_hub(uint32_t lines, double *seconds)
{
    solve_programs(lines, true, 1, seconds);
}

enum { MANY = 20000 };

static struct solver *solver_with(uint32_t slots)
{
    struct solver *solver;
    uint32_t first;
    must(solver_new(&solver, NULL));
    must(solver_add_slots(solver, slots, &first, NULL));
    return solver;
}

/* Slot 0 holds MANY objects; MANY slots copy it, and loads and stores go through all of them. */
static void solve_hub(uint32_t scattered, double *seconds)
{
    struct solver *solver = solver_with(5 * MANY + 1);
    double start = now();
    for (uint32_t i = 0; scattered && i < MANY; i++) {
        must(solver_address(solver, 4 * MANY + i, 4 * MANY + i, NULL)); /* objects far apart */
        must(solver_address(solver, 1 + i % 50, 1 + i * 7919 % MANY, NULL));
    }
    for (uint32_t i = 0; i < MANY; i++) {
        must(solver_address(solver, 0, 1 + i, NULL));
        must(solver_address(solver, 1 + i, i, NULL));
        must(solver_copy(solver, 1 + MANY + i, 0, NULL));
        must(solver_load(solver, 1 + 2 * MANY + i, 1 + MANY + i, NULL));
        must(solver_store(solver, 1 + MANY + i, 1 + 3 * MANY + i, NULL));
    }
    must(solver_solve(solver, NULL, NULL, NULL));
    *seconds = now() - start;
}

/* As a list of `void *` that all functions put their own objects into and take any from. */
static void solve_list(uint32_t unused, double *seconds)
{
    struct solver *solver = solver_with(3 * MANY + 1);
    (void)unused;
    double start = now();
    for (uint32_t i = 0; i < MANY; i++) {
        must(solver_address(solver, 1 + i, 1 + MANY + i, NULL));
        must(solver_copy(solver, 0, 1 + i, NULL));
        must(solver_copy(solver, 1 + 2 * MANY + i, 0, NULL));
        must(solver_address(solver, 1 + 2 * MANY + i, 1 + MANY + draw(MANY), NULL));
        must(solver_load(solver, 1 + 2 * MANY + draw(MANY), 1 + 2 * MANY + i, NULL));
        must(solver_store(solver, 1 + 2 * MANY + i, 1 + draw(MANY), NULL));
    }
    must(solver_solve(solver, NULL, NULL, NULL));
    *seconds = now() - start;
}

/* A chain of copies against the order of slots, an object at each, closed once it was solved. */
static void solve_chain(uint32_t unused, double *seconds)
{
    struct solver *solver = solver_with(10 * MANY);
    (void)unused;
    double start = now();
    for (uint32_t i = 1; i < 10 * MANY; i++) {
        must(solver_copy(solver, i - 1, i, NULL));
        must(solver_address(solver, i, i % 100, NULL));
    }
    must(solver_solve(solver, NULL, NULL, NULL));
    must(solver_copy(solver, 10 * MANY - 1, 0, NULL));
    must(solver_address(solver, 5, 5000, NULL));
    must(solver_solve(solver, NULL, NULL, NULL));
    *seconds = now() - start;
}

/* A list is walked one element at a time, by `walkers` that hand on where they are: sweeps have
 * nothing to gather. */
static void solve_walk(uint32_t walkers, double *seconds)
{
    struct solver *solver = solver_with(MANY + 1 + walkers);
    double start = now();
    must(solver_address(solver, MANY, 0, NULL));
    for (uint32_t i = 1; i < MANY; i++) {
        must(solver_address(solver, i - 1, i, NULL));
    }
    for (uint32_t i = 0; i < walkers; i++) {
        must(solver_load(solver, MANY + 1 + i, MANY, NULL));
        must(solver_copy(solver, MANY, MANY + 1 + i, NULL));
    }
    must(solver_solve(solver, NULL, NULL, NULL));
    *seconds = now() - start;
}

/* In a child, so that its memory is its own. @return seconds */
static double measure(const char *name, void (*work)(uint32_t size, double *seconds), uint32_t size)
{
    int ends[2], result;
    struct rusage usage;
    double seconds = 0;
    fflush(stdout);
    if (pipe(ends)) {
        exit(2);
    }
    pid_t child = fork();
    if (child == 0) {
        work(size, &seconds);
        fflush(stdout);
        _exit(write(ends[1], &seconds, sizeof seconds) == sizeof seconds ? 0 : 2);
    }
    if (child < 0 || wait4(child, &result, 0, &usage) < 0 || result != 0 ||
        read(ends[0], &seconds, sizeof seconds) != sizeof seconds) {
        fprintf(stderr, "bench_solver: %s failed\n", name);
        exit(2);
    }
    close(ends[0]);
    close(ends[1]);
    printf("%s: %.3f s, peak %ld MiB\n", name, seconds, usage.ru_maxrss / 1024);
    return seconds;
}

static void compare(double small, double large)
{
    printf("  1,000,000 lines take %.1f times as long as 100,000; n log n is 12\n", large / small);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        measure(argv[i], solve_large, (uint32_t)strtoul(argv[i], NULL, 10));
    }
    if (argc == 1) {
        double small = measure("100,000 lines", solve_small, 100000);
        compare(small, measure("1,000,000 lines", solve_large, 1000000));
        measure("1,000,000 lines with one hub", solve_one_hub, 1000000);
        measure("stress: 100,000 lines that all meet", solve_stress, 100000);
        measure("stress: 1,000,000 lines that all meet", solve_stress, 1000000);
        measure("stress: hub of 20,000 objects", solve_hub, 0);
        measure("stress: hub of 20,000 scattered objects", solve_hub, 1);
        measure("stress: list of 20,000 objects", solve_list, 0);
        measure("stress: chain of 200,000 copies closed late", solve_chain, 0);
        measure("stress: walk of 20,000 steps by one", solve_walk, 1);
        measure("stress: walk of 20,000 steps by 200", solve_walk, 200);
    }
    return 0;
}
