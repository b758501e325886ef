/* What a frame of a folded stack is: a function, an address, a process, a thread. */
#include "profile/folded/folded.h"

#include "profile/common/piece.h"
#include "strings/digits.h"

/* The number of digits at the end of the text. */
static size_t last_digits(struct piece text)
{
    size_t count = 0;
    while (count < text.length && cg_is_digit(text.bytes[text.length - 1 - count])) {
        count++;
    }
    return count;
}

static bool is_number(struct piece text)
{
    return text.length && last_digits(text) == text.length;
}

/* NAME-PID and NAME-PID/TID of stackcollapse-perf; the process may be "?". */
static bool is_numbered(struct piece text)
{
    size_t digits = last_digits(text);
    text.length -= digits;
    if (digits && piece_drop_end(&text, "/")) {
        digits = last_digits(text);
        text.length -= digits;
        digits += piece_drop_end(&text, "?");
    }
    return digits && text.length > 1 && piece_drop_end(&text, "-");
}

/* thread_7672 and the like; functions rarely have such high numbers. */
static bool is_thread(struct piece text)
{
    static const char *const words[] = {"thread", "Thread", "tid", "pid", "process", "Process"};
    size_t digits = last_digits(text);
    text.length -= digits;
    for (size_t i = 0; digits >= 3 && i < sizeof words / sizeof *words; i++) {
        if (piece_starts(text, words[i]) && text.length == strlen(words[i]) + 1 &&
            strchr(" _-=:", text.bytes[text.length - 1])) {
            return true;
        }
    }
    return false;
}

/* "[main tid=12]" of async-profiler. */
static bool is_bracketed_thread(struct piece text)
{
    return piece_starts(text, "[") && piece_drop_end(&text, "]") &&
           memmem(text.bytes, text.length, "tid=", 4);
}

static bool is_root(struct piece text)
{
    return is_number(text) || is_numbered(text) || is_thread(text) || is_bracketed_thread(text) ||
           piece_starts(text, "process ");
}

static bool is_kernel_object(struct piece object)
{
    return piece_starts(object, "kernel") || piece_is(object, "k") ||
           piece_starts(object, "guest.kernel");
}

/* Marks at the end, in any order. */
static void take_marks(struct folded_frame *out, struct piece *text)
{
    bool more = true;
    while (more) {
        bool kernel = piece_drop_end(text, "_[k]");
        bool inlined = piece_drop_end(text, "_[i]") || piece_drop_end(text, " (inlined)") ||
                       piece_drop_end(text, " [inlined]");
        more = kernel || inlined || piece_drop_end(text, "_[j]") || piece_drop_end(text, "_[w]");
        out->kind = kernel ? CG_FRAME_KERNEL : out->kind;
        out->inlined = out->inlined || inlined;
    }
}

static void set_object(struct folded_frame *out, struct piece object)
{
    out->object = object.bytes;
    out->object_length = object.length;
    if (is_kernel_object(object)) {
        out->kind = CG_FRAME_KERNEL;
    }
}

/* "NAME [OBJECT]", but not "f() [clone .part.0]" and "f() [with T = int]" of GCC and LLVM. */
static void take_object(struct folded_frame *out, struct piece *text)
{
    const char *tick = memchr(text->bytes, '`', text->length);
    struct piece whole = *text;
    if (tick && tick > text->bytes && tick + 1 < text->bytes + text->length) {
        set_object(out, (struct piece){text->bytes, (size_t)(tick - text->bytes)});
        text->length -= (size_t)(tick + 1 - text->bytes);
        text->bytes = tick + 1;
        return;
    }
    if (!piece_drop_end(&whole, "]")) {
        return;
    }
    const char *open = memrchr(whole.bytes, '[', whole.length);
    if (!open || open < whole.bytes + 2 || open[-1] != ' ') {
        return;
    }
    struct piece object = {open + 1, (size_t)(whole.bytes + whole.length - open - 1)};
    if (object.length && !piece_starts(object, "clone ") && !piece_starts(object, "with ")) {
        set_object(out, object);
        text->length = (size_t)(open - text->bytes);
        piece_trim(text);
    }
}

/* "+0x1f" and "+31" */
static void drop_offset(struct piece *text)
{
    const char *plus = memrchr(text->bytes, '+', text->length);
    if (!plus || plus == text->bytes) {
        return;
    }
    struct piece offset = {plus + 1, (size_t)(text->bytes + text->length - plus - 1)};
    bool hex = piece_starts(offset, "0x") && offset.length > 2 &&
               strspn(offset.bytes + 2, "0123456789abcdefABCDEF") >= offset.length - 2;
    if (hex || is_number(offset)) {
        text->length = (size_t)(plus - text->bytes);
    }
}

/* Code without a name: "[libc.so.6]", "0x401136", "??". */
static bool is_unknown(struct folded_frame *out, struct piece text)
{
    struct piece inside = text;
    if (piece_starts(text, "[") && piece_drop_end(&inside, "]")) {
        inside.bytes++;
        inside.length--;
        if (!piece_is(inside, "unknown") && inside.length && !out->object) {
            set_object(out, inside);
        }
        return true;
    }
    return !text.length || piece_is(text, "??") || piece_is(text, "unknown") ||
           (piece_starts(text, "0x") && text.length > 2 &&
            strspn(text.bytes + 2, "0123456789abcdefABCDEF") >= text.length - 2);
}

void folded_frame(struct folded_frame *out, const char *text, size_t length, bool first)
{
    struct piece name = {text, length};
    *out = (struct folded_frame){.kind = CG_FRAME_FUNCTION};
    piece_trim(&name);
    if ((first && is_root(name)) || piece_is(name, "--")) { /* the waker follows "--" */
        out->kind = CG_FRAME_ROOT;
    } else if (piece_is(name, "-")) { /* between program and kernel */
        out->kind = CG_FRAME_REGION;
    } else {
        take_marks(out, &name);
        take_object(out, &name);
        drop_offset(&name);
        if (is_unknown(out, name) && out->kind != CG_FRAME_KERNEL) {
            out->kind = CG_FRAME_UNKNOWN;
        }
        name = name.length && !piece_is(name, "unknown") ? name : (struct piece){"[unknown]", 9};
    }
    out->name = name.bytes;
    out->name_length = name.length;
}

enum folded_entry folded_entry(const char *text, size_t length)
{
    static const char *const names[] = {
        "_start",       "__start",       "start_thread",      "_dl_start", "_dl_start_user",
        "(below main)", "ret_from_fork", "ret_from_fork_asm", "clone",     "clone3",
        "__clone",      "__clone3",      "_start_c"};
    static const char *const prefixes[] = {"__libc_start_main", "__libc_start_call_main",
                                           "generic_start_main", "libc_start_main_stage2"};
    struct folded_frame parts;
    folded_frame(&parts, text, length, false);
    struct piece name = {parts.name, parts.name_length};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (piece_is(name, names[i])) {
            return FOLDED_START;
        }
    }
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        if (piece_starts(name, prefixes[i])) {
            return FOLDED_START;
        }
    }
    return piece_is(name, "main") ? FOLDED_MAIN : FOLDED_NO_ENTRY;
}
