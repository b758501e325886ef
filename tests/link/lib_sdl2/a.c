/* Sound, threads, events and files, with what is set for them. */
#define SDL_MAIN_HANDLED
#include <SDL.h>

static void drawn(const char *text)
{
}
static void never(const char *text)
{
}
static void sound(void *data, Uint8 *bytes, int length)
{
    ((void (*)(const char *))data)("");
}
static int work(void *data)
{
    ((void (*)(const char *))data)("");
    return 0;
}
static int filter(void *data, SDL_Event *event)
{
    if (event->type == SDL_USEREVENT) {
        ((void (*)(const char *))event->user.data1)("");
    }
    return 1;
}
static Sint64 sized(SDL_RWops *file)
{
    ((void (*)(const char *))file->hidden.unknown.data1)("");
    return 0;
}
static size_t read_none(SDL_RWops *file, void *bytes, size_t size, size_t count)
{
    return 0;
}
int main(void)
{
    void (*unused)(const char *) = never;
    SDL_AudioSpec wanted = {.freq = 44100, .callback = sound, .userdata = (void *)drawn};
    SDL_Event event = {.user = {.type = SDL_USEREVENT, .data1 = (void *)drawn}};
    char byte;
    int result;
    SDL_OpenAudioDevice(NULL, 0, &wanted, NULL, 0);
    SDL_WaitThread(SDL_CreateThread(work, "test", (void *)drawn), &result);
    SDL_AddEventWatch(filter, NULL);
    SDL_PushEvent(&event);
    SDL_RWops *own = SDL_AllocRW();
    own->size = sized;
    own->read = read_none;
    own->hidden.unknown.data1 = (void *)drawn;
    SDL_LoadFile_RW(own, NULL, 0);
    SDL_RWops *file = SDL_RWFromFile("/dev/null", "r");
    if (file) {
        file->read(file, &byte, 1, 1);
    }
    return unused == NULL;
}
