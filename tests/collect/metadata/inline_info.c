#define INLINE static __inline__
#define FORCED static inline __attribute__((always_inline))
void plain(void) {}
static inline void keyword(void) {}
INLINE void by_macro(void) {}
FORCED void forced(void) {}
__attribute__((always_inline)) void attribute(void) {}
inline void earlier(void);
void earlier(void) {}
void later(void) { keyword(); }
static void middle(void);
static inline void middle(void);
static void middle(void) {}
inline int declared_only(void);
int use(void) { middle(); return declared_only(); }
