/* Hash tables, errors, readers and functions in XPath get what was registered with them. */
#include <libxml/hash.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <string.h>

struct source {
    const char *text;
    void (*used)(void);
};
static void used(void)
{
}
static void stored(void)
{
}
static void private(void)
{
}
static void complained(void)
{
}
static void never(void)
{
}
static int take(void *data, char *to, int length)
{
    struct source *source = data;
    int n = (int)strlen(source->text);
    source->used();
    memcpy(to, source->text, n);
    source->text += n;
    return n;
}
static int done(void *data)
{
    return 0;
}
static void on_error(void *data, const char *format, ...)
{
    ((void (*)(void))data)();
}
static void in_xpath(xmlXPathParserContextPtr context, int n)
{
    xmlXPathReturnBoolean(context, 1);
}
static void not_registered(xmlXPathParserContextPtr context, int n)
{
    never();
}
static void free_entry(void *value, const xmlChar *name)
{
    ((void (*)(void))value)();
}
int main(void)
{
    struct source source = {"<a/>", used};
    xmlSetGenericErrorFunc((void *)complained, on_error);
    xmlReadMemory("<", 1, "x", NULL, 0);
    xmlDocPtr document = xmlReadIO(take, done, &source, "y", NULL, 0);
    xmlNodePtr root = xmlDocGetRootElement(document);
    root->_private = (void *)private;
    ((void (*)(void))root->_private)();
    xmlXPathContextPtr context = xmlXPathNewContext(document);
    xmlXPathRegisterFunc(context, BAD_CAST "f", in_xpath);
    xmlXPathFreeObject(xmlXPathEvalExpression(BAD_CAST "f()", context));
    xmlHashTablePtr table = xmlHashCreate(3);
    xmlHashAddEntry(table, BAD_CAST "key", (void *)stored);
    ((void (*)(void))xmlHashLookup(table, BAD_CAST "key"))();
    xmlHashFree(table, free_entry);
    return 0;
}
