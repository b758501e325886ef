/* Handlers, predicates and contexts; an image has functions of the library. */
#include <X11/Xlib.h>
#include <X11/Xresource.h>
#include <X11/Xutil.h>
#include <stdlib.h>

struct wish {
    void (*on_event)(void);
};
static void wished(void)
{
}
static void saved(void)
{
}
static void never(void)
{
}
static XErrorHandler before;
static int complain(Display *display, XErrorEvent *event)
{
    return before(display, event);
}
static int not_set(Display *display, XErrorEvent *event)
{
    never();
    return 0;
}
static Bool matches(Display *display, XEvent *event, XPointer data)
{
    struct wish *wish = (struct wish *)data;
    wish->on_event();
    return True;
}
int main(void)
{
    struct wish wish = {wished};
    before = XSetErrorHandler(complain);
    Display *display = XOpenDisplay(":nowhere");
    if (display) {
        XPointer data = NULL;
        XEvent event;
        XContext context = XrmUniqueQuark();
        XSaveContext(display, 1, context, (XPointer)saved);
        XFindContext(display, 1, context, &data);
        ((void (*)(void))data)();
        XIfEvent(display, &event, matches, (XPointer)&wish);
        XImage *image = XCreateImage(display, DefaultVisual(display, 0), 24, ZPixmap, 0, malloc(4),
                                     1, 1, 32, 0);
        XPutPixel(image, 0, 0, 7);
        XDestroyImage(image);
        XCloseDisplay(display);
    }
    return 0;
}
