/* A transfer that is done calls its function, with its data; events call what was registered. */
#include <libusb.h>
#include <stddef.h>

struct job {
    void (*on_done)(void);
};
static void transferred(void)
{
}
static void plugged(void)
{
}
static void never(void)
{
}
static void LIBUSB_CALL done(struct libusb_transfer *transfer)
{
    struct job *job = transfer->user_data;
    job->on_done();
}
static void LIBUSB_CALL not_set(struct libusb_transfer *transfer)
{
    never();
}
static int LIBUSB_CALL on_device(libusb_context *context, libusb_device *device,
                                 libusb_hotplug_event event, void *data)
{
    ((void (*)(void))data)();
    return 0;
}
int main(void)
{
    struct job job = {transferred};
    unsigned char bytes[8];
    libusb_context *context = NULL;
    if (libusb_init(&context)) {
        return 0;
    }
    libusb_device_handle *handle = libusb_open_device_with_vid_pid(context, 0xffff, 0xffff);
    if (handle) {
        struct libusb_transfer *transfer = libusb_alloc_transfer(0);
        libusb_fill_bulk_transfer(transfer, handle, 1, bytes, sizeof bytes, done, &job, 0);
        libusb_hotplug_register_callback(context, LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED, 0, -1, -1,
                                         -1, on_device, (void *)plugged, NULL);
        libusb_submit_transfer(transfer);
        libusb_handle_events(context);
        libusb_free_transfer(transfer);
        libusb_close(handle);
    }
    libusb_exit(context);
    return 0;
}
