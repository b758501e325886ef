/* Functions that assembler calls, and what stays dead. */
#include <stdio.h>

struct job;
typedef void callback(struct job *);
struct inner {
    int number;
    callback *run;
};
struct job {
    struct inner *inner;
    int number;
    callback *later;
};

void call_field(struct job *);
void store_field(struct job *, callback *);
void copy_words(void *to, const void *from, long words);
callback *same(callback *);
void keep(void (*)(void));
void fire(void);
void sorts(int *numbers, long count);
void chooses(int);
void jumps(int);
void passes(void (*)(void));
void calls_variables(void);
void fire_common(void);
extern void (*common_hook)(void);
extern void (*const exported)(void);

static void in_field(struct job *job) { printf("in_field %d\n", job->number); }
static void stored(struct job *job) { printf("stored %d\n", job->number); }
static void copied(struct job *job) { printf("copied %d\n", job->number); }
static void returned(struct job *job) { printf("returned %d\n", job->number); }
static void kept_by_it(void) { puts("kept"); }
static void made(void) { puts("made"); }
static void passed(void) { puts("passed"); }
static void never(struct job *job) { printf("never %d\n", job->number); }

int compare(const int *a, const int *b) { return (*a > *b) - (*a < *b); }
void chosen(void) { puts("chosen"); }
void from_table(void) { puts("from_table"); }
void by_export(void) { puts("by_export"); }
void jumped_first(void) { puts("first"); }
void jumped_second(void) { puts("second"); }
void (*makes(void (*given)(void)))(void)
{
    given();
    return made;
}

struct other {
    callback *of_other;
};
static struct other others = {never}; /* nobody calls it */

static void step_first(void) { puts("step_first"); }
static void step_second(void) { puts("step_second"); }
static void row_first(void) { puts("row_first"); }
static void row_second(void) { puts("row_second"); }
static void by_common(void) { puts("by_common"); }
struct steps {
    void (*first)(void);
    void (*second)(void);
} steps = {step_first, step_second};
struct row {
    long number;
    void (*run)(void);
} rows[2] = {{1, row_first}, {2, row_second}};

struct box {
    callback *in_box;
};
static struct box boxes[2] = {{copied}};

int main(void)
{
    struct inner inner = {1, in_field};
    struct job job = {&inner, 2};
    int numbers[] = {3, 1, 2};
    call_field(&job);
    store_field(&job, stored);
    job.later(&job);
    copy_words(&boxes[1], &boxes[0], 1);
    boxes[1].in_box(&job);
    same(returned)(&job);
    keep(kept_by_it);
    fire();
    sorts(numbers, 3);
    chooses(0);
    chooses(1);
    jumps(0);
    jumps(1);
    passes(passed);
    exported();
    calls_variables();
    common_hook = by_common;
    fire_common();
    return numbers[0] == 1 && others.of_other ? 0 : 1;
}
