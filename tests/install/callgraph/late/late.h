#ifdef __cplusplus
extern "C" {
#endif
void late_close(void);
#ifdef __cplusplus
}
#endif
