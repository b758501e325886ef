/* Callbacks of events get the argument that was registered with them; the loop calls them. */
#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/event_struct.h>

struct closure {
    void (*then)(int);
};
static struct event_base *base;
static void done(int n)
{
}
static void never(int n)
{
}
static void not_registered(evutil_socket_t fd, short what, void *data)
{
    never(1);
}
static void on_timer(evutil_socket_t fd, short what, void *data)
{
    struct closure *c = data;
    c->then(1);
}
static void on_assigned(evutil_socket_t fd, short what, void *data)
{
    ((void (*)(int))data)(2);
}
static void other(int n)
{
}
static void on_once(evutil_socket_t fd, short what, void *data)
{
    event_callback_fn fn = event_get_callback(data);
    void *argument = event_get_callback_arg(data);
    fn(fd, what, argument);
}
static void freed(const void *bytes, size_t length, void *extra)
{
    ((void (*)(int))extra)(3);
}
static void kept(int n)
{
}
static void run(void)
{
    event_base_dispatch(base);
}
int main(void)
{
    struct closure c = {done};
    struct event assigned;
    struct timeval now = {0, 1000};
    base = event_base_new();
    struct event *timer = event_new(base, -1, EV_TIMEOUT, on_timer, &c);
    event_add(timer, &now);
    event_assign(&assigned, base, -1, EV_TIMEOUT, on_assigned, (void *)other);
    event_add(&assigned, &now);
    event_base_once(base, -1, EV_TIMEOUT, on_once, timer, &now);
    run();
    struct evbuffer *buffer = evbuffer_new();
    evbuffer_add_reference(buffer, "text", 4, freed, (void *)kept);
    evbuffer_free(buffer);
    event_free(timer);
    event_base_free(base);
    return 0;
}
