# Manual pages and completions: made from the tools' own help, so they depend on the tools.
set(share ${CMAKE_BINARY_DIR}/share)
set(tools cgmerge cgquery cgrecord cgvalidate)
if(CG_COLLECT)
    list(APPEND tools cgcollect)
endif()
file(GLOB texts CONFIGURE_DEPENDS docs/man/*.txt cli/completion/tool.*)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/manual.stamp
    COMMAND ${PROJECT_SOURCE_DIR}/docs/man/make.sh ${PROJECT_SOURCE_DIR}
            ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} ${share}
    COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/manual.stamp
    DEPENDS ${tools} ${texts} docs/man/make.sh docs/man/page.awk
            libcg/include/libcg/select.h libcg/include/libcg/rules.h
            libcg/include/libcg/graph.h
    VERBATIM COMMENT "Making manual pages and completions")
add_custom_target(manual ALL DEPENDS ${CMAKE_BINARY_DIR}/manual.stamp)

install(DIRECTORY ${share}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
install(DIRECTORY ${share}/bash-completion ${share}/zsh ${share}/fish
        DESTINATION ${CMAKE_INSTALL_DATADIR})
install(DIRECTORY docs/schema DESTINATION ${CMAKE_INSTALL_DATADIR}/libcg FILES_MATCHING
        PATTERN "*.json")
