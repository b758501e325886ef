/* The journal of a thread: numbers with seven bits per byte, times as differences. */
#include "profile/chrome/chrome.h"

#include "base/memory.h"

#define LONGEST_MARK 25u /* 5 bytes for `what`, 10 for each time */

static size_t put_number(unsigned char *to, uint64_t number)
{
    size_t length = 0;
    for (; number >= 0x80; number >>= 7) {
        to[length++] = (unsigned char)(number | 0x80);
    }
    to[length++] = (unsigned char)number;
    return length;
}

static uint64_t get_number(const unsigned char *from, size_t *offset)
{
    uint64_t number = 0;
    unsigned shift = 0;
    unsigned char byte;
    do {
        byte = from[(*offset)++];
        number |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80);
    return number;
}

/* Maps small numbers of either sign to small unsigned ones. */
static uint64_t fold_sign(uint64_t difference)
{
    return difference << 1 ^ (difference >> 63 ? UINT64_MAX : 0);
}

static uint64_t unfold_sign(uint64_t folded)
{
    return folded >> 1 ^ (folded & 1 ? UINT64_MAX : 0);
}

bool chrome_journal_add(struct chrome_thread *thread, const struct chrome_mark *mark)
{
    if (!cg_grow(&thread->journal, &thread->capacity, thread->length + LONGEST_MARK, 1)) {
        return false;
    }
    unsigned char *to = thread->journal + thread->length;
    uint64_t what = (uint64_t)(mark->what + 1) << 2 | (uint64_t)mark->kind;
    size_t length = put_number(to, what);
    length += put_number(to + length, fold_sign((uint64_t)mark->at - (uint64_t)thread->last.at));
    if (mark->kind == CHROME_SPAN) {
        length += put_number(to + length, (uint64_t)mark->duration);
    }
    thread->length += length;
    thread->last = *mark;
    thread->count++;
    return true;
}

void chrome_journal_next(const struct chrome_thread *thread, struct chrome_cursor *cursor,
                         struct chrome_mark *out)
{
    uint64_t what = get_number(thread->journal, &cursor->offset);
    uint64_t difference = unfold_sign(get_number(thread->journal, &cursor->offset));
    cursor->at = (int64_t)((uint64_t)cursor->at + difference);
    out->kind = (enum chrome_kind)(what & 3);
    out->what = (uint32_t)(what >> 2) - 1;
    out->at = cursor->at;
    out->duration = 0;
    if (out->kind == CHROME_SPAN) {
        out->duration = (int64_t)get_number(thread->journal, &cursor->offset);
    }
}
