/* The conversation gets its data, and the cleanup those that were set. */
#include "outside_pam.h"
#include <stddef.h>

struct dialog {
    int (*ask)(const char *);
};
static int ask(const char *text)
{
    return 0;
}
static void closed(void)
{
}
static void never(void)
{
}
static int converse(int count, const struct pam_message **messages, struct pam_response **responses,
                    void *data)
{
    struct dialog *dialog = data;
    return dialog->ask(messages[0]->msg);
}
static void release(pam_handle_t *handle, void *data, int status)
{
    ((void (*)(void))data)();
}
static void not_set(pam_handle_t *handle, void *data, int status)
{
    never();
}
int main(void)
{
    struct dialog dialog = {ask};
    struct pam_conv conversation = {converse, &dialog};
    pam_handle_t *handle;
    pam_start("login", NULL, &conversation, &handle);
    pam_set_data(handle, "case", (void *)closed, release);
    pam_authenticate(handle, 0);
    pam_end(handle, 0);
    return 0;
}
