/* What the case needs of security/pam_appl.h. */
typedef struct pam_handle pam_handle_t;
struct pam_message {
    int msg_style;
    const char *msg;
};
struct pam_response {
    char *resp;
    int resp_retcode;
};
struct pam_conv {
    int (*conv)(int count, const struct pam_message **messages, struct pam_response **responses,
                void *data);
    void *appdata_ptr;
};
int pam_start(const char *service, const char *user, const struct pam_conv *conversation,
              pam_handle_t **handle);
int pam_authenticate(pam_handle_t *handle, int flags);
int pam_set_data(pam_handle_t *handle, const char *name, void *data,
                 void (*cleanup)(pam_handle_t *handle, void *data, int status));
int pam_end(pam_handle_t *handle, int status);
