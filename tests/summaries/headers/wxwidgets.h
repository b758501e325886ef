/* packages: ; libraries: libwx_baseu-3.2.so.0 */
/* Its headers are of C++: what is exported is looked at alone. */
