/* packages: ; libraries: /usr/lib/jvm/default-java/lib/server/libjvm.so */
/* Its headers are in no place that pkg-config knows. */
