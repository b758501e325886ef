/* Assembler copies records and arrays whose bytes it knows nothing of. */
struct hook {
    long tag;
    void (*run)(void);
};
struct view {
    long tag;
    void (*shown)(void);
};

void copy_bytes(void *to, const void *from, unsigned long count);

static void of_record(void) {}
static void of_array(void) {}
static void of_same_type(void) {}
static void elsewhere(void) {}

static struct hook hook = {1, of_record};
static struct view view;
static void (*array[2])(void) = {of_array, of_array};
static void (*copied[2])(void);
static struct hook kept = {2, of_same_type}, again;
static void (*untouched)(void) = elsewhere;

static void call_record(void)
{
    view.shown();
}

static void call_array(void)
{
    copied[0]();
}

static void call_same_type(void)
{
    again.run();
}

static void call_untouched(void)
{
    untouched();
}

int main(void)
{
    copy_bytes(&view, &hook, sizeof hook);
    copy_bytes(copied, array, sizeof array);
    copy_bytes(&again, &kept, sizeof kept);
    call_record();
    call_array();
    call_same_type();
    call_untouched();
    return 0;
}
