/*
 * What a call costs that XRay records.
 */
#ifndef CGRECORD_CALIBRATE_XRAY_H
#define CGRECORD_CALIBRATE_XRAY_H

/** Compile a program with clang, and run it with and without a recorder. @param directory for what
 *  that takes @return nanoseconds a call, -1: no clang can compile for XRay */
double calibrate_xray(const char *directory);

#endif
