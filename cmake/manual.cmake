# Manual pages and completions: the tools print them, so they are made after these.
add_executable(page cli/page/main.c)
target_link_libraries(page PRIVATE cg-cli)
set_target_properties(page PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/cli)

set(share ${CMAKE_BINARY_DIR}/share)
set(tools cgmerge cgquery cgvalidate)
if(CG_COLLECT)
    list(APPEND tools cgcollect)
endif()
file(GLOB texts CONFIGURE_DEPENDS docs/man/*.txt cli/completion/tool.*)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/manual.stamp
    COMMAND ${PROJECT_SOURCE_DIR}/docs/man/make.sh ${PROJECT_SOURCE_DIR}
            ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} $<TARGET_FILE:page> ${share}
    COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/manual.stamp
    DEPENDS ${tools} page ${texts} docs/man/make.sh
            libcg/include/libcg/select.h libcg/include/libcg/rules.h
            libcg/include/libcg/graph.h
    VERBATIM COMMENT "Making manual pages and completions")
add_custom_target(manual ALL DEPENDS ${CMAKE_BINARY_DIR}/manual.stamp)

install(DIRECTORY ${share}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
install(DIRECTORY ${share}/bash-completion ${share}/zsh ${share}/fish
        DESTINATION ${CMAKE_INSTALL_DATADIR})
install(DIRECTORY docs/schema DESTINATION ${CMAKE_INSTALL_DATADIR}/libcg FILES_MATCHING
        PATTERN "*.json")
