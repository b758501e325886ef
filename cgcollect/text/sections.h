/*
 * What the name of a section says about the functions that variables in it hold.
 */
#ifndef CGCOLLECT_TEXT_SECTIONS_H
#define CGCOLLECT_TEXT_SECTIONS_H

/** @return the attribute that a function has in effect because a variable in this section holds its
 *  address: `constructor` and `destructor` where the loader calls it, `used` where only code that
 *  knows the section finds it, such as a processor that reads its vector table; NULL for sections
 *  of ordinary data. The text is static. */
const char *section_attribute(const char *section);

#endif
