/* What C and C++ share: an enumeration is an integer in C. */
#ifndef SHARED_H
#define SHARED_H
#ifdef __cplusplus
extern "C" {
#endif
enum colour { RED, BLUE };
typedef void (*generic)(void);
void each_colour(void (*f)(enum colour));
void call_generic(generic f);
generic pick(int which);
#ifdef __cplusplus
}
#endif
#endif
