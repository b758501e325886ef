/* In place of Linux-PAM, with one module. */
#include "outside_pam.h"
#include <stdlib.h>

struct pam_handle {
    struct pam_conv conversation;
    void *data;
    void (*cleanup)(pam_handle_t *, void *, int);
};
int pam_start(const char *service, const char *user, const struct pam_conv *conversation,
              pam_handle_t **handle)
{
    *handle = calloc(1, sizeof **handle);
    (*handle)->conversation = *conversation;
    return 0;
}
int pam_authenticate(pam_handle_t *handle, int flags)
{
    struct pam_message message = {1, "Password: "};
    const struct pam_message *messages = &message;
    struct pam_response *responses = NULL;
    return handle->conversation.conv(1, &messages, &responses, handle->conversation.appdata_ptr);
}
int pam_set_data(pam_handle_t *handle, const char *name, void *data,
                 void (*cleanup)(pam_handle_t *handle, void *data, int status))
{
    handle->data = data;
    handle->cleanup = cleanup;
    return 0;
}
int pam_end(pam_handle_t *handle, int status)
{
    handle->cleanup(handle, handle->data, status);
    free(handle);
    return 0;
}
