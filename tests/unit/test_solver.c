/* The solver of inclusion constraints, against a fixpoint computed the slow way. */
#include "support.h"

#include "solver/solver_internal.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SLOTS = 1600, MOST_WORDS = MOST_SLOTS / 64 + 1, MOST_FACTS = 4500 };

/* Hand-made cases. */

/* Check writes to a file for each assertion; these are too many for that. */
static void must(bool holds)
{
    if (!holds) {
        ck_abort_msg("a check failed");
    }
}

struct seen {
    uint32_t counts[64][64]; /**< by tag and object */
    struct solver *solver;
    int status; /**< what to return */
};

static int count_seen(void *data, uint32_t tag, uint32_t object, struct cg_error *error)
{
    struct seen *seen = data;
    (void)error;
    seen->counts[tag][object]++;
    return seen->status;
}

static struct solver *solver_with(uint32_t slots)
{
    struct solver *solver;
    uint32_t first;
    ck_assert_int_eq(solver_new(&solver, NULL), CG_OK);
    ck_assert_int_eq(solver_add_slots(solver, slots, &first, NULL), CG_OK);
    ck_assert_uint_eq(first, 0);
    ck_assert_uint_eq(solver_slot_count(solver), slots);
    return solver;
}

static void solve(struct solver *solver, struct seen *seen)
{
    ck_assert_int_eq(solver_solve(solver, count_seen, seen, NULL), CG_OK);
}

static void address(struct solver *solver, uint32_t to, uint32_t object)
{
    must(solver_address(solver, to, object, NULL) == CG_OK);
}

static void copy(struct solver *solver, uint32_t to, uint32_t from)
{
    must(solver_copy(solver, to, from, NULL) == CG_OK);
}

static void load(struct solver *solver, uint32_t to, uint32_t from)
{
    must(solver_load(solver, to, from, NULL) == CG_OK);
}

static void store(struct solver *solver, uint32_t to, uint32_t from)
{
    must(solver_store(solver, to, from, NULL) == CG_OK);
}

static void watch(struct solver *solver, uint32_t slot, uint32_t tag)
{
    must(solver_watch(solver, slot, tag, NULL) == CG_OK);
}

/* A slot holds exactly these objects, below 64. */
static void check(struct solver *solver, uint32_t slot, uint64_t expected)
{
    uint32_t *objects;
    size_t count;
    uint64_t found = 0;
    ck_assert_int_eq(solver_objects(solver, slot, &objects, &count, NULL), CG_OK);
    ck_assert(count > 0 || !objects);
    for (size_t i = 0; i < count; i++) {
        ck_assert(i == 0 || objects[i - 1] < objects[i]);
        found |= (uint64_t)1 << objects[i];
    }
    free(objects);
    ck_assert_uint_eq(found, expected);
    for (uint32_t i = 0; i < solver_slot_count(solver); i++) {
        ck_assert_int_eq(solver_holds(solver, slot, i), expected >> i & 1);
    }
}

#define BIT(n) ((uint64_t)1 << (n))

START_TEST(nothing_is_solved_to_nothing)
{
    struct solver *solver = solver_with(2);
    check(solver, 1, 0);
    ck_assert_int_eq(solver_solve(solver, NULL, NULL, NULL), CG_OK);
    check(solver, 1, 0);
    copy(solver, 0, 1);
    copy(solver, 1, 1);
    ck_assert_int_eq(solver_solve(solver, NULL, NULL, NULL), CG_OK);
    check(solver, 0, 0);
    solver_free(solver);
    solver_free(NULL);
}
END_TEST

START_TEST(addresses_go_along_copies)
{
    struct solver *solver = solver_with(6);
    copy(solver, 2, 1);
    copy(solver, 1, 0);
    copy(solver, 1, 0);
    address(solver, 0, 5);
    address(solver, 0, 4);
    address(solver, 0, 5);
    address(solver, 1, 0);
    ck_assert_int_eq(solver_solve(solver, NULL, NULL, NULL), CG_OK);
    check(solver, 0, BIT(4) | BIT(5));
    check(solver, 1, BIT(0) | BIT(4) | BIT(5));
    check(solver, 2, BIT(0) | BIT(4) | BIT(5));
    check(solver, 3, 0);
    check(solver, 5, 0);
    solver_free(solver);
}
END_TEST

START_TEST(loads_read_what_objects_hold)
{
    struct solver *solver = solver_with(8);
    load(solver, 1, 0);
    address(solver, 0, 4);
    address(solver, 0, 5);
    address(solver, 4, 6);
    address(solver, 5, 7);
    ck_assert_int_eq(solver_solve(solver, NULL, NULL, NULL), CG_OK);
    check(solver, 1, BIT(6) | BIT(7));
    /* Through more that comes later, and through a second load. */
    load(solver, 2, 0);
    address(solver, 4, 1);
    address(solver, 0, 0);
    ck_assert_int_eq(solver_solve(solver, NULL, NULL, NULL), CG_OK);
    check(solver, 1, BIT(6) | BIT(7) | BIT(1) | BIT(0) | BIT(4) | BIT(5));
    check(solver, 2, BIT(6) | BIT(7) | BIT(1) | BIT(0) | BIT(4) | BIT(5));
    check(solver, 3, 0);
    solver_free(solver);
}
END_TEST

START_TEST(stores_write_to_all_objects)
{
    struct solver *solver = solver_with(8);
    store(solver, 0, 1);
    address(solver, 1, 6);
    address(solver, 0, 4);
    ck_assert_int_eq(solver_solve(solver, NULL, NULL, NULL), CG_OK);
    check(solver, 4, BIT(6));
    check(solver, 5, 0);
    store(solver, 0, 2);
    address(solver, 2, 7);
    address(solver, 0, 5);
    ck_assert_int_eq(solver_solve(solver, NULL, NULL, NULL), CG_OK);
    check(solver, 4, BIT(6) | BIT(7));
    check(solver, 5, BIT(6) | BIT(7));
    check(solver, 1, BIT(6));
    solver_free(solver);
}
END_TEST

START_TEST(watches_see_each_object_once)
{
    struct solver *solver = solver_with(40);
    struct seen seen = {0};
    address(solver, 0, 10);
    watch(solver, 0, 1);
    watch(solver, 1, 2);
    solve(solver, &seen);
    ck_assert_uint_eq(seen.counts[1][10], 1);
    ck_assert_uint_eq(seen.counts[2][10], 0);
    watch(solver, 0, 3); /* sees what was there before */
    copy(solver, 1, 0);
    copy(solver, 0, 1); /* they become one */
    address(solver, 1, 11);
    solve(solver, &seen);
    address(solver, 0, 12);
    watch(solver, 1, 4);
    solve(solver, &seen);
    solve(solver, &seen);
    for (uint32_t tag = 1; tag <= 4; tag++) {
        for (uint32_t object = 0; object < 40; object++) {
            ck_assert_uint_eq(seen.counts[tag][object], object >= 10 && object <= 12);
        }
    }
    solver_free(solver);
}
END_TEST

START_TEST(watches_of_data_see_no_code)
{
    struct seen seen = {.solver = NULL};
    struct solver *solver = solver_with(10);
    for (uint32_t object = 4; object < 6; object++) {
        solver_mark_code(solver, object);
    }
    must(solver_watch_data(solver, 0, 1, NULL) == CG_OK);
    watch(solver, 0, 2);
    for (uint32_t object = 3; object < 7; object++) {
        address(solver, 1, object);
    }
    copy(solver, 0, 1);
    solve(solver, &seen);
    copy(solver, 1, 0); /* their groups unite */
    must(solver_watch_data(solver, 1, 3, NULL) == CG_OK);
    solve(solver, &seen);
    for (uint32_t object = 3; object < 7; object++) {
        bool data = object == 3 || object == 6;
        ck_assert_uint_eq(seen.counts[1][object], data);
        ck_assert_uint_eq(seen.counts[2][object], 1);
        ck_assert_uint_eq(seen.counts[3][object], data);
    }
    solver_free(solver);
}
END_TEST

START_TEST(what_a_watch_returns_ends_solving)
{
    struct solver *solver = solver_with(4);
    struct seen seen = {.status = CG_E_FORMAT};
    address(solver, 0, 2);
    address(solver, 0, 3);
    watch(solver, 0, 1);
    ck_assert_int_eq(solver_solve(solver, count_seen, &seen, NULL), CG_E_FORMAT);
    ck_assert_uint_eq(seen.counts[1][2] + seen.counts[1][3], 1);
    solver_free(solver);
}
END_TEST

START_TEST(slots_are_limited)
{
    struct solver *solver = solver_with(4);
    struct cg_error error;
    uint32_t first;
    ck_assert_int_eq(solver_add_slots(solver, UINT32_MAX - 4, &first, &error), CG_E_LIMIT);
    ck_assert_int_eq(error.status, CG_E_LIMIT);
    ck_assert_int_eq(solver_add_slots(solver, 2, &first, NULL), CG_OK);
    ck_assert_uint_eq(first, 4);
    solver_free(solver);
}
END_TEST

/* Random programs: facts outside functions, which hold at once, and facts of functions, which hold
 * once a call that is resolved on the fly calls them. The first slots are functions, which are
 * marked. */

enum fact_kind { ADDRESS, COPY, LOAD, STORE, CALL, COPY_UNMARKED, FACT_KINDS };

struct fact {
    enum fact_kind kind;
    uint32_t left;  /**< what is written; CALL: what is called */
    uint32_t right; /**< what is read; CALL: the argument */
    uint32_t result;
    uint32_t function; /**< whose fact it is, or SOLVER_NONE */
};

struct program {
    uint32_t slots;
    uint32_t functions;
    struct fact facts[MOST_FACTS];
    uint32_t count;
};

/* Parameter and result of a function are the slots behind the functions. */
static uint32_t parameter(const struct program *program, uint32_t function)
{
    return program->functions + function;
}

static uint32_t result(const struct program *program, uint32_t function)
{
    return 2 * program->functions + function;
}

/* The slow way. */
struct naive {
    const struct program *program;
    uint32_t words; /**< of each set */
    uint64_t sets[MOST_SLOTS][MOST_WORDS];
    bool called[MOST_SLOTS];
    bool marked[MOST_SLOTS]; /**< after solving: some empty slots, and what gets their content */
    bool changed;
};

static bool naive_holds(const struct naive *naive, uint32_t slot, uint32_t object)
{
    return naive->sets[slot][object / 64] >> object % 64 & 1;
}

static void naive_add(struct naive *naive, uint32_t slot, uint32_t object)
{
    naive->changed |= !naive_holds(naive, slot, object);
    naive->sets[slot][object / 64] |= BIT(object % 64);
}

static bool naive_is_empty(const struct naive *naive, uint32_t slot)
{
    bool empty = true;
    for (uint32_t i = 0; i < naive->words; i++) {
        empty &= naive->sets[slot][i] == 0;
    }
    return empty;
}

static void naive_copy(struct naive *naive, uint32_t to, uint32_t from)
{
    if (naive->marked[from] && !naive->marked[to] && naive_is_empty(naive, to)) {
        naive->marked[to] = true;
        naive->changed = true;
    }
    for (uint32_t i = 0; i < naive->words; i++) {
        naive->changed |= (naive->sets[from][i] & ~naive->sets[to][i]) != 0;
        naive->sets[to][i] |= naive->sets[from][i];
    }
}

static void naive_copy_unmarked(struct naive *naive, uint32_t to, uint32_t from)
{
    for (uint32_t i = naive->program->functions; i < naive->program->slots; i++) {
        if (naive_holds(naive, from, i)) {
            naive_add(naive, to, i);
        }
    }
}

static void naive_call(struct naive *naive, const struct fact *call, uint32_t function)
{
    naive->changed |= !naive->called[function];
    naive->called[function] = true;
    naive_copy(naive, parameter(naive->program, function), call->right);
    naive_copy(naive, call->result, result(naive->program, function));
}

static void naive_apply(struct naive *naive, const struct fact *fact)
{
    if (fact->kind == ADDRESS) {
        naive_add(naive, fact->left, fact->right);
    } else if (fact->kind == COPY) {
        naive_copy(naive, fact->left, fact->right);
    } else if (fact->kind == COPY_UNMARKED) {
        naive_copy_unmarked(naive, fact->left, fact->right);
    }
    for (uint32_t i = 0; i < naive->program->slots && fact->kind != COPY; i++) {
        if (fact->kind == LOAD && naive_holds(naive, fact->right, i)) {
            naive_copy(naive, fact->left, i);
        } else if (fact->kind == STORE && naive_holds(naive, fact->left, i)) {
            naive_copy(naive, i, fact->right);
        } else if (fact->kind == CALL && i < naive->program->functions &&
                   naive_holds(naive, fact->left, i)) {
            naive_call(naive, fact, i);
        }
    }
}

static void naive_settle(struct naive *naive)
{
    const struct program *program = naive->program;
    do {
        naive->changed = false;
        for (uint32_t i = 0; i < program->count; i++) {
            const struct fact *fact = &program->facts[i];
            if (fact->function == SOLVER_NONE || naive->called[fact->function]) {
                naive_apply(naive, fact);
            }
        }
    } while (naive->changed);
}

/* Whether content is followed from a slot, if it is empty. */
static bool is_start(uint32_t slot)
{
    return slot % 5 == 0;
}

static void solve_naively(struct naive *naive, const struct program *program)
{
    naive->program = program;
    naive->words = program->slots / 64 + 1;
    memset(naive->sets, 0, program->slots * sizeof *naive->sets);
    memset(naive->called, 0, sizeof naive->called);
    memset(naive->marked, 0, sizeof naive->marked);
    naive_settle(naive);
    for (uint32_t i = 0; i < program->slots; i++) {
        naive->marked[i] = is_start(i) && naive_is_empty(naive, i);
    }
    naive_settle(naive);
}

/* The solver's way: slots of functions are added when they are called. */
struct run {
    const struct program *program;
    struct solver *solver;
    uint32_t slots[MOST_SLOTS];   /**< the solver's, or SOLVER_NONE */
    uint32_t numbers[MOST_SLOTS]; /**< the program's */
    bool called[MOST_SLOTS];
    uint8_t told[MOST_FACTS][MOST_SLOTS]; /**< by fact and the program's object */
};

static uint32_t slot_of(struct run *run, uint32_t number)
{
    if (run->slots[number] == SOLVER_NONE) {
        uint32_t slot;
        must(solver_add_slots(run->solver, 1, &slot, NULL) == CG_OK);
        if (number < run->program->functions) {
            solver_mark(run->solver, slot);
        }
        run->slots[number] = slot;
        run->numbers[slot] = number;
    }
    return run->slots[number];
}

static void add_fact(struct run *run, const struct fact *fact)
{
    uint32_t left = slot_of(run, fact->left), right = slot_of(run, fact->right);
    switch (fact->kind) {
    case ADDRESS:
        address(run->solver, left, right);
        break;
    case COPY:
        copy(run->solver, left, right);
        break;
    case LOAD:
        load(run->solver, left, right);
        break;
    case STORE:
        store(run->solver, left, right);
        break;
    case COPY_UNMARKED:
        must(solver_copy_unmarked(run->solver, left, right, NULL) == CG_OK);
        break;
    default:
        watch(run->solver, left, (uint32_t)(fact - run->program->facts));
        break;
    }
}

static void add_facts_of(struct run *run, uint32_t function, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
        if (run->program->facts[i].function == function) {
            add_fact(run, &run->program->facts[i]);
        }
    }
}

static int call(void *data, uint32_t tag, uint32_t object, struct cg_error *error)
{
    struct run *run = data;
    const struct program *program = run->program;
    const struct fact *fact = &program->facts[tag];
    uint32_t function = run->numbers[object];
    (void)error;
    must(run->told[tag][function]++ == 0);
    if (function < program->functions) {
        copy(run->solver, slot_of(run, parameter(program, function)), slot_of(run, fact->right));
        copy(run->solver, slot_of(run, fact->result), slot_of(run, result(program, function)));
        if (!run->called[function]) {
            run->called[function] = true;
            add_facts_of(run, function, 0, program->count);
        }
    }
    return CG_OK;
}

static void compare_slot(struct run *run, const struct naive *naive, uint32_t number)
{
    uint32_t *objects, slot = slot_of(run, number);
    size_t count, expected = 0;
    must(solver_objects(run->solver, slot, &objects, &count, NULL) == CG_OK);
    for (uint32_t i = 0; i < naive->words; i++) {
        expected += (size_t)__builtin_popcountll(naive->sets[number][i]);
    }
    bool same = count == expected;
    for (size_t i = 0; i < count; i++) {
        same &= i == 0 || objects[i - 1] < objects[i];
        same &= naive_holds(naive, number, run->numbers[objects[i]]);
        same &= solver_holds(run->solver, slot, objects[i]);
    }
    must(same);
    free(objects);
}

static void compare_marks(struct run *run, const struct naive *naive)
{
    bool *marked = calloc(MOST_SLOTS, sizeof *marked);
    must(marked != NULL);
    for (uint32_t i = 0; i < run->program->slots; i++) {
        marked[slot_of(run, i)] = is_start(i) && naive_is_empty(naive, i);
    }
    must(solver_follow_empty(run->solver, marked, NULL) == CG_OK);
    for (uint32_t i = 0; i < run->program->slots; i++) {
        must(marked[slot_of(run, i)] == naive->marked[i]);
    }
    free(marked);
}

static void compare(struct run *run, const struct naive *naive)
{
    const struct program *program = run->program;
    compare_marks(run, naive);
    for (uint32_t i = 0; i < program->slots; i++) {
        compare_slot(run, naive, i);
    }
    for (uint32_t i = 0; i < program->count; i++) {
        const struct fact *fact = &program->facts[i];
        bool holds =
            fact->kind == CALL && (fact->function == SOLVER_NONE || naive->called[fact->function]);
        for (uint32_t k = 0; k < program->slots && fact->kind == CALL; k++) {
            must(run->told[i][k] == (holds && naive_holds(naive, fact->left, k)));
        }
    }
}

/* Solve in `steps`, between which facts are added; `often`: collect garbage all the time. */
static void check_program(struct run *run, const struct naive *naive, uint32_t steps, bool often)
{
    const struct program *program = run->program = naive->program;
    memset(run->slots, 0xff, sizeof run->slots);
    memset(run->called, 0, sizeof run->called);
    memset(run->told, 0, program->count * sizeof *run->told);
    must(solver_new(&run->solver, NULL) == CG_OK);
    for (uint32_t i = 1; i <= steps; i++) {
        if (often) {
            run->solver->sets.collect_at = 0;
        }
        add_facts_of(run, SOLVER_NONE, program->count * (i - 1) / steps,
                     program->count * i / steps);
        must(solver_solve(run->solver, call, run, NULL) == CG_OK);
    }
    compare(run, naive);
    solver_free(run->solver);
}

struct shape {
    uint32_t times;
    uint32_t slots;
    uint32_t facts;
    uint32_t functions;
    uint32_t kinds[FACT_KINDS]; /**< how often, in percent */
    uint32_t in_functions;      /**< percent of facts that belong to one */
    uint32_t near;              /**< slots a fact connects are at most so far apart; 0: anywhere */
};

static const struct shape shapes[] = {
    {1000, 40, 40, 6, {35, 25, 10, 10, 10, 10}, 20, 0}, /* "sparse" */
    {1000, 60, 80, 15, {30, 20, 5, 5, 30, 10}, 60, 0},  /* "sparse calls" */
    {500, 40, 150, 4, {10, 60, 4, 4, 2, 20}, 10, 0},    /* "dense cycles" */
    {500, 60, 160, 4, {10, 60, 3, 3, 4, 20}, 10, 2},    /* "chains of copies" */
    {500, 60, 150, 3, {40, 8, 30, 15, 5, 2}, 10, 3},    /* "chains of pointers" */
    {500, 50, 100, 5, {30, 8, 30, 25, 5, 2}, 10, 0},    /* "many loads and stores" */
    {300, 64, 200, 8, {70, 5, 8, 8, 4, 5}, 10, 0},      /* "many objects" */
    {20, 400, 600, 20, {70, 8, 6, 6, 6, 4}, 10, 0},     /* "hubs" */
    {2, 1500, 3000, 50, {60, 20, 4, 3, 3, 10}, 20, 0},  /* "large" */
};

static uint32_t draw_slot(struct random *random, const struct program *program,
                          const struct shape *shape, uint32_t other)
{
    if (shape->near) {
        uint32_t slot = other + draw(random, 2 * shape->near + 1);
        slot = slot < shape->near ? 0 : slot - shape->near;
        return slot < program->slots ? slot : program->slots - 1;
    }
    /* Some slots are used far more often than others. */
    return chance(random, 20) ? draw(random, 4) * program->slots / 4 : draw(random, program->slots);
}

static void draw_program(struct program *program, struct random *random, const struct shape *shape)
{
    program->slots = shape->slots;
    program->functions = shape->functions;
    program->count = shape->facts / 2 + draw(random, shape->facts);
    for (uint32_t i = 0; i < program->count; i++) {
        struct fact *fact = &program->facts[i];
        uint32_t kind = 0, percent = draw(random, 100);
        for (; percent >= shape->kinds[kind]; kind++) {
            percent -= shape->kinds[kind];
        }
        fact->kind = (enum fact_kind)kind;
        fact->left = draw(random, program->slots);
        fact->right = draw_slot(random, program, shape, fact->left);
        fact->result = draw_slot(random, program, shape, fact->left);
        fact->function =
            chance(random, shape->in_functions) ? draw(random, program->functions) : SOLVER_NONE;
        if (kind == ADDRESS && chance(random, 30)) {
            fact->right = draw(random, program->functions);
        }
    }
}

static void shuffle(struct program *program, struct random *random)
{
    for (uint32_t i = program->count; i > 1; i--) {
        uint32_t other = draw(random, i);
        struct fact fact = program->facts[i - 1];
        program->facts[i - 1] = program->facts[other];
        program->facts[other] = fact;
    }
}

START_TEST(random_programs_are_solved_as_the_slow_way)
{
    static struct program program;
    static struct naive naive;
    static struct run run;
    struct random random = {1};
    const struct shape *end = shapes + sizeof shapes / sizeof *shapes;
    for (const struct shape *shape = shapes; shape < end; shape++) {
        for (uint32_t i = 0; i < shape->times; i++) {
            draw_program(&program, &random, shape);
            solve_naively(&naive, &program);
            check_program(&run, &naive, 1, i % 2);
            shuffle(&program, &random);
            check_program(&run, &naive, 1 + draw(&random, 4), chance(&random, 50));
        }
    }
}
END_TEST

/* Shapes that take time or memory to the square of their size unless something is done. */

enum { MANY = 3000 };

static void check_size(struct solver *solver, uint32_t slot, size_t expected)
{
    uint32_t *objects;
    size_t count;
    ck_assert_int_eq(solver_objects(solver, slot, &objects, &count, NULL), CG_OK);
    ck_assert_uint_eq(count, expected);
    free(objects);
}

/* So many that they are sorted digit by digit, with numbers of several digits on each side. Sets
 * that are made out of order do not unite. */
START_TEST(very_many_addresses_at_once)
{
    enum { NODES = 3000, OBJECTS = 5000, EACH = 7 };
    struct solver *solver = solver_with(NODES + 1 + OBJECTS);
    for (uint32_t i = 0; i < OBJECTS; i++) {
        address(solver, NODES, NODES + 1 + (OBJECTS - i) % OBJECTS);
    }
    for (uint32_t i = 0; i < NODES * EACH; i++) {
        uint32_t node = i % NODES, object = (node * 11 + (EACH - i / NODES) * 701) % OBJECTS;
        address(solver, node, NODES + 1 + object);
        address(solver, node, NODES + 1 + object);
    }
    solve(solver, NULL);
    for (uint32_t node = 0; node < NODES; node++) {
        copy(solver, NODES, node);
    }
    solve(solver, NULL);
    check_size(solver, NODES, OBJECTS);
    for (uint32_t node = 0; node < NODES; node++) {
        uint32_t *objects;
        size_t count;
        bool found[OBJECTS] = {false};
        must(solver_objects(solver, node, &objects, &count, NULL) == CG_OK && count == EACH);
        for (size_t i = 0; i < count; i++) {
            found[objects[i] - NODES - 1] = true;
        }
        for (uint32_t i = 1; i <= EACH; i++) {
            must(found[(node * 11 + i * 701) % OBJECTS]);
        }
        free(objects);
    }
    solver_free(solver);
}
END_TEST

START_TEST(many_loads_through_many_equal_sets_share_edges)
{
    struct solver *solver = solver_with(5 * MANY + 1);
    for (uint32_t i = 0; i < MANY; i++) {
        address(solver, 0, 1 + i);
        address(solver, 1 + i, i);
        copy(solver, 1 + MANY + i, 0);
        load(solver, 1 + 2 * MANY + i, 1 + MANY + i);
        store(solver, 1 + MANY + i, 1 + 3 * MANY + i);
    }
    address(solver, 1 + 3 * MANY, 5 * MANY);
    ck_assert_int_eq(solver_solve(solver, NULL, NULL, NULL), CG_OK);
    check_size(solver, 1, 2);
    check_size(solver, 1 + MANY, MANY);
    check_size(solver, 3 * MANY, MANY + 1);
    ck_assert_uint_lt(solver->edge_count, 20 * MANY);
    solver_free(solver);
}
END_TEST

START_TEST(a_chain_that_is_closed_late_is_collapsed)
{
    struct solver *solver = solver_with(MANY);
    for (uint32_t i = 1; i < MANY; i++) {
        copy(solver, i - 1, i); /* against the order of slots */
        address(solver, i, i);
    }
    ck_assert_int_eq(solver_solve(solver, NULL, NULL, NULL), CG_OK);
    check_size(solver, 0, MANY - 1);
    check_size(solver, MANY - 1, 1);
    copy(solver, MANY - 1, 0);
    ck_assert_int_eq(solver_solve(solver, NULL, NULL, NULL), CG_OK);
    check_size(solver, MANY - 1, MANY - 1);
    address(solver, MANY / 2, 0);
    ck_assert_int_eq(solver_solve(solver, NULL, NULL, NULL), CG_OK);
    check_size(solver, MANY - 1, MANY);
    ck_assert_uint_eq(solver->order_count, 1);
    solver_free(solver);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        nothing_is_solved_to_nothing,
        addresses_go_along_copies,
        loads_read_what_objects_hold,
        stores_write_to_all_objects,
        watches_see_each_object_once,
        watches_of_data_see_no_code,
        what_a_watch_returns_ends_solving,
        slots_are_limited,
        random_programs_are_solved_as_the_slow_way,
        very_many_addresses_at_once,
        many_loads_through_many_equal_sets_share_edges,
        a_chain_that_is_closed_late_is_collapsed,
        NULL,
    };
    return run_tests("solver", tests, 120);
}
