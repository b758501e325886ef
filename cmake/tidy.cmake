# Target tidy: what clang-tidy finds in the code of the library and the tools, by .clang-tidy. Nothing
# else needs clang-tidy, and there is no test: it takes minutes.
find_program(CG_RUN_CLANG_TIDY NAMES run-clang-tidy-19 run-clang-tidy)
mark_as_advanced(CG_RUN_CLANG_TIDY)
if(CG_RUN_CLANG_TIDY)
    add_custom_target(tidy
        COMMAND ${CG_RUN_CLANG_TIDY} -quiet -p ${CMAKE_BINARY_DIR}
                "${PROJECT_SOURCE_DIR}/(libcg|metadata|cli|cgcollect|cgmerge|cgquery|cgrecord|cgvalidate)/"
        USES_TERMINAL VERBATIM
        COMMENT "Looking for bugs with clang-tidy")
else()
    add_custom_target(tidy
        COMMAND ${CMAKE_COMMAND} -E echo "tidy needs clang-tidy: apt-get install clang-tidy-19"
        COMMAND ${CMAKE_COMMAND} -E false
        VERBATIM)
endif()
