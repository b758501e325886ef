/* Handlers get the user data, or the parser. */
#include <expat.h>

struct state {
    void (*on_name)(const char *);
};
static void print(const char *name)
{
}
static void never(const char *name)
{
}
static void start(void *data, const char *name, const char **attributes)
{
    struct state *state = data;
    state->on_name(name);
}
static void end(void *data, const char *name)
{
    struct state *state = XML_GetUserData((XML_Parser)data);
    state->on_name(name);
}
static void not_set(void *data, const char *text, int length)
{
    never(text);
}
int main(void)
{
    struct state state = {print};
    XML_Parser parser = XML_ParserCreate(NULL);
    XML_SetUserData(parser, &state);
    XML_SetStartElementHandler(parser, start);
    XML_Parse(parser, "<a>", 3, 0);
    XML_SetStartElementHandler(parser, NULL);
    XML_SetEndElementHandler(parser, end);
    XML_UseParserAsHandlerArg(parser);
    XML_Parse(parser, "</a>", 4, 1);
    XML_ParserFree(parser);
    return 0;
}
