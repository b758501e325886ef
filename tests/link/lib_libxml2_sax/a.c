/* Handlers of SAX and what they get, buffers, entities, encodings, and the library's own handlers.
 */
#include <libxml/SAX2.h>
#include <libxml/encoding.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlIO.h>
#include <string.h>

struct state {
    void (*note)(const char *);
    const char *rest;
};
static void started(const char *text)
{
}
static void wrote(const char *text)
{
}
static void never(const char *text)
{
}
static void on_start(void *data, const xmlChar *name, const xmlChar **attributes)
{
    ((void (*)(const char *))data)((const char *)name);
}
static void on_end(void *data, const xmlChar *name)
{
    xmlParserCtxtPtr context = data;
    ((void (*)(const char *))context->_private)("");
}
static void on_text(void *data, const xmlChar *text, int length)
{
}
static void never_set(void *data, const xmlChar *text)
{
    never("");
}
static void on_error(void *data, xmlErrorPtr error)
{
}
static int read_more(void *data, char *buffer, int length)
{
    struct state *state = data;
    int done = (int)strlen(state->rest);
    memcpy(buffer, state->rest, done);
    state->rest = "";
    return done;
}
static int close_it(void *data)
{
    return 0;
}
static int write_more(void *data, const char *text, int length)
{
    ((struct state *)data)->note(text);
    return length;
}
static xmlParserInputPtr load(const char *url, const char *id, xmlParserCtxtPtr context)
{
    return xmlNewStringInputStream(context, (const xmlChar *)"<!ELEMENT a ANY>");
}
static int decode(unsigned char *out, int *out_length, const unsigned char *in, int *in_length)
{
    *out_length = *in_length = 0;
    return 0;
}
static int encode(unsigned char *out, int *out_length, const unsigned char *in, int *in_length)
{
    *out_length = *in_length = 0;
    return 0;
}
static void users(void)
{
    struct state state = {wrote, "<a>text</b>"};
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof handler);
    handler.startElement = on_start;
    handler.characters = on_text;
    xmlParserCtxtPtr push = xmlCreatePushParserCtxt(&handler, (void *)started, NULL, 0, NULL);
    xmlParseChunk(push, "<a>", 3, 0);
    xmlFreeParserCtxt(push);
    xmlParserCtxtPtr reading = xmlCreateIOParserCtxt(&handler, (void *)started, read_more, close_it,
                                                     &state, XML_CHAR_ENCODING_NONE);
    xmlParseDocument(reading);
    xmlFreeParserCtxt(reading);
}
static void own(void)
{
    xmlParserCtxtPtr context = xmlNewParserCtxt();
    context->_private = (void *)wrote;
    startElementSAXFunc saved = context->sax->startElement;
    context->sax->endElementNs = NULL;
    context->sax->startElementNs = NULL;
    context->sax->endElement = on_end;
    context->sax->serror = on_error;
    xmlCtxtReadMemory(context, "<a></a>", 7, NULL, NULL, 0);
    if (saved != on_start) {
        saved(context, (const xmlChar *)"b", NULL);
    }
    xmlFreeDoc(context->myDoc);
    xmlFreeParserCtxt(context);
}
int main(void)
{
    struct state state = {wrote, ""};
    commentSAXFunc comment = never_set;
    users();
    own();
    xmlSetExternalEntityLoader(load);
    xmlDocPtr document =
        xmlReadMemory("<!DOCTYPE a SYSTEM 'a.dtd'><a/>", 31, NULL, NULL, XML_PARSE_DTDLOAD);
    xmlOutputBufferPtr out = xmlOutputBufferCreateIO(write_more, close_it, &state, NULL);
    xmlSaveFileTo(out, document, NULL);
    xmlNewCharEncodingHandler("x-test", decode, encode);
    return comment == NULL;
}
