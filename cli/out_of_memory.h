/*
 * What happens when a tool runs out of memory: it says so and ends with CLI_TROUBLE, and nothing
 * half-written stays behind.
 */
#ifndef CLI_OUT_OF_MEMORY_H
#define CLI_OUT_OF_MEMORY_H

/** Whether malloc is the C library's: sanitizers bring their own functions, which end the process
 *  themselves. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OWN_ALLOCATOR 0
#elif defined(__has_feature)
#define OWN_ALLOCATOR !(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define OWN_ALLOCATOR 1
#endif

/** Say that there is no memory, and end the process: for failures that the library reports. */
_Noreturn void memory_end(void);

/** From now on say nothing, and end with this status: who reads it speaks. */
void memory_end_silently(int status);

/** From now on write messages to this descriptor: standard error is redirected. */
void memory_speak_to(int descriptor);

/** Set the name of the tool for the message. */
void memory_name_tool(const char *name);

#endif
