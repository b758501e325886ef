/* Records of events, files of cursors, images in shared memory. */
#include <X11/Xcursor/Xcursor.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/Xext.h>
#include <X11/extensions/record.h>
#include <stddef.h>

static void recorded(const char *text)
{
}
static void never(const char *text)
{
}
static void on_event(XPointer data, XRecordInterceptData *event)
{
    ((void (*)(const char *))data)("");
}
static int read_cursor(XcursorFile *file, unsigned char *bytes, int length)
{
    ((void (*)(const char *))file->closure)("");
    return 0;
}
static int seek_cursor(XcursorFile *file, long offset, int whence)
{
    return -1;
}
static int on_error(Display *display, const char *extension, const char *reason)
{
    return 0;
}
int main(void)
{
    void (*unused)(const char *) = never;
    XcursorFile file = {(void *)recorded, read_cursor, NULL, seek_cursor};
    XSetExtensionErrorHandler(on_error);
    XcursorXcFileLoadImages(&file, 16);
    Display *display = XOpenDisplay(":none");
    if (display) {
        XShmSegmentInfo segment;
        XImage *image = XShmCreateImage(display, NULL, 24, ZPixmap, NULL, &segment, 10, 10);
        XDestroyImage(image);
        XRecordEnableContext(display, 0, on_event, (XPointer)recorded);
    }
    return unused == NULL;
}
