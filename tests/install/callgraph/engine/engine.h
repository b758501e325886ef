#ifdef __cplusplus
extern "C" {
#endif
typedef void engine_step(void);
void engine_run(engine_step *step);
void engine_part(void);
#ifdef __cplusplus
}
#endif
