/*
 * A scanner for the XML of Cube's anchor.xml, event by event.
 *
 * It is lenient, since Cube's writers are not strict (attribute values without quotes): anything
 * that does not look like a tag is text. It only expands character references and the five entities
 * of XML, and documents cannot define others; declarations, comments and processing instructions
 * are skipped. Its memory is that of one tag.
 */
#ifndef PROFILE_CUBEX_CUBEX_XML_H
#define PROFILE_CUBEX_CUBEX_XML_H

#include "profile/cubex/cubex_input.h"
#include "strings/text.h"

/** Longest tag. */
#define XML_LIMIT_TAG (16u << 20)

enum xml_event {
    XML_NOTHING, /**< the end, or a failure: see the source's status */
    XML_OPEN,    /**< an element begins */
    XML_CLOSE,   /**< it ends; also follows the opening of an empty one */
    XML_TEXT,    /**< some text, references replaced, always UTF-8; more may follow */
};

struct xml {
    struct cubex_stream in;
    char *buffer;
    size_t capacity;
    size_t at;
    size_t end;
    bool input_ended;
    bool closing;       /**< the opened tag is empty */
    unsigned long line; /**< current line of the scanner */
    const char *name;   /**< of the element opened or closed; valid until the next call */
    size_t name_length;
    const char *attributes; /**< as written */
    size_t attributes_length;
    struct cg_text text;  /**< XML_TEXT */
    struct cg_text value; /**< of the last attribute queried */
    bool wanted;          /**< set by the caller: report text */
};

/** Begin. @return false after a failure; release in either case */
bool xml_open(struct xml *x, struct source *s, struct cubex_member member);

/** The next event. O(bytes) in total. */
enum xml_event xml_next(struct xml *x);

/** Value of an attribute of the opened element, references replaced: in x->value. @return false if
 *  there is none, or memory is exhausted. O(attributes) */
bool xml_attribute(struct xml *x, const char *name);

/** Skip everything up to the end tag of the opened element, whatever it contains. The end tag is
 *  the next event. */
void xml_skip(struct xml *x, const char *name);

/** Record a failure at the current line of anchor.xml. @return false */
__attribute__((format(printf, 3, 4))) bool xml_fail(struct xml *x, enum cg_status status,
                                                    const char *format, ...);

void xml_close(struct xml *x);

#endif
