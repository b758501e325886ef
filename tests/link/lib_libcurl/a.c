/* Options of a handle carry functions and what these get; the transfer calls them. */
#include <curl/curl.h>
#include <string.h>

struct sink {
    void (*take)(const char *, size_t);
};
static void count(const char *bytes, size_t length)
{
}
static void never(const char *bytes, size_t length)
{
}
static size_t not_set(char *bytes, size_t size, size_t n, void *data)
{
    never(bytes, n);
    return n;
}
static size_t on_bytes(char *bytes, size_t size, size_t n, void *data)
{
    struct sink *sink = data;
    sink->take(bytes, n);
    return size * n;
}
static void kept(void)
{
}
static int on_progress(void *data, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    ((void (*)(void))data)();
    return 0;
}
int main(void)
{
    struct sink sink = {count};
    char url[256] = "file://", *name = __FILE__;
    void *private = NULL;
    CURL *handle = curl_easy_init();
    strcat(url, "/etc/passwd");
    curl_easy_setopt(handle, CURLOPT_URL, url);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, on_bytes);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, (void *)&sink);
    curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, on_progress);
    curl_easy_setopt(handle, CURLOPT_XFERINFODATA, (void *)kept);
    curl_easy_setopt(handle, CURLOPT_PRIVATE, (void *)&sink);
    curl_easy_perform(handle);
    curl_easy_getinfo(handle, CURLINFO_PRIVATE, &private);
    ((struct sink *)private)->take(name, 1);
    curl_easy_cleanup(handle);
    return 0;
}
