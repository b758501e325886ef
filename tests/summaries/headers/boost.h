/* packages: ; libraries: libboost_thread.so.1.74.0 libboost_filesystem.so.1.74.0 libboost_chrono.so.1.74.0 libboost_atomic.so.1.74.0 */
/* Its headers are of C++: what is exported is looked at alone. */
/* Classes that the headers alone define: each program has their tables. */
extern const char _ZTSN5boost16exception_detail20error_info_containerE[];
extern const char _ZTSN5boost6detail25thread_exit_function_baseE[];
