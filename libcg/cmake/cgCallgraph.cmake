# Call graphs of CMake targets, made as the targets are built.
#
#   cg_callgraph(TARGET [OUTPUT FILE] [ROOT DIR] [EXCLUDE_FROM_ALL]
#                [COLLECT OPTION...] [MERGE OPTION...])
#
# adds the target TARGET-callgraph, which makes the linked call graph of TARGET and of the libraries
# of the same project that it links: object, static and shared ones, and what these link. Each
# translation unit is collected beside its object whenever that is compiled, by the very command that
# compiles it, and the graphs are linked when one has changed.
#
#   OUTPUT FILE       the graph (TARGET.mcg in the current binary directory)
#   ROOT DIR          files are named relative to it (the top of the source tree)
#   EXCLUDE_FROM_ALL  only made when TARGET-callgraph is asked for; collecting goes on as before
#   COLLECT OPTION... options for cgcollect, such as --plugin=FILE
#   MERGE OPTION...   options for cgmerge, such as --annotate=FILE
#
# The property CG_CALLGRAPH of TARGET is the path of the graph. Calls may stand before or after what
# is linked is known: targets are looked at when the whole project has been read. What is linked on a
# condition only, by a generator expression, is taken as linked. Modules that a program loads when it
# runs are targets of their own.
#
# Needs a Ninja or Makefile generator, as only these run compiler launchers. A launcher that is there
# (ccache) runs below cgcollect.

# The compiler of a target's objects is run by cgcollect from now on.
function(_cg_wrap target)
    get_target_property(mine ${target} CG_CALLGRAPH_COLLECT)
    if(mine)
        if(NOT mine STREQUAL "${ARGN}")
            message(FATAL_ERROR "cg_callgraph: the objects of ${target} are part of two graphs that "
                                "are collected with different options:\n  ${mine}\n  ${ARGN}")
        endif()
        return()
    endif()
    set_target_properties(${target} PROPERTIES CG_CALLGRAPH_COLLECT "${ARGN}")
    foreach(language C CXX)
        get_target_property(before ${target} ${language}_COMPILER_LAUNCHER)
        set(launcher ${ARGN} --cc)
        if(before)
            list(APPEND launcher ${before} --)
        endif()
        set_target_properties(${target} PROPERTIES ${language}_COMPILER_LAUNCHER "${launcher}")
    endforeach()
endfunction()

# What of this project is linked into a target, itself included, in OUT.
function(_cg_linked out target)
    set(todo ${target})
    set(linked "")
    while(todo)
        list(POP_FRONT todo name)
        get_target_property(aliased ${name} ALIASED_TARGET)
        if(aliased)
            set(name ${aliased})
        endif()
        get_target_property(imported ${name} IMPORTED)
        if(imported OR name IN_LIST linked)
            continue()
        endif()
        list(APPEND linked ${name})
        foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES SOURCES INTERFACE_SOURCES)
            get_target_property(value ${name} ${property})
            if(name STREQUAL target AND property MATCHES INTERFACE)
                continue() # what others get by linking it
            elseif(property MATCHES SOURCES)
                string(REGEX MATCHALL "TARGET_OBJECTS:[^>]+" value "${value}")
                string(REPLACE "TARGET_OBJECTS:" "" value "${value}")
            else()
                string(REGEX REPLACE "\\$<INSTALL_INTERFACE:[^>]*>" "" value "${value}")
                string(REGEX REPLACE "::@(\\([^)]*\\))?" "" value "${value}")
                string(REGEX MATCHALL "[^;:<>,$]+(::[^;:<>,$]+)*" value "${value}")
            endif()
            foreach(word IN LISTS value)
                if(TARGET "${word}")
                    list(APPEND todo "${word}")
                endif()
            endforeach()
        endforeach()
    endwhile()
    set(${out} ${linked} PARENT_SCOPE)
endfunction()

# The part that waits until all targets are known.
function(_cg_callgraph_finish target output root all collect merge)
    _cg_linked(linked ${target})
    get_target_property(cgcollect libcg::cgcollect LOCATION)
    set(objects "")
    foreach(name IN LISTS linked)
        get_target_property(type ${name} TYPE)
        if(type MATCHES "^(EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY)$")
            _cg_wrap(${name} ${cgcollect} --root=${root} ${collect})
            list(APPEND objects $<TARGET_OBJECTS:${name}>)
        else()
            list(REMOVE_ITEM linked ${name})
        endif()
    endforeach()
    if(NOT objects)
        message(FATAL_ERROR "cg_callgraph: nothing of ${target} is compiled")
    endif()
    get_target_property(type ${target} TYPE)
    if(NOT type STREQUAL "EXECUTABLE" AND NOT merge MATCHES "--world")
        list(APPEND merge --world=library)
    endif()

    set(list "${output}.objects")
    file(GENERATE OUTPUT "${list}" CONTENT "$<JOIN:${objects},\n>\n")
    set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/cgCallgraphMerge.cmake")
    add_custom_command(OUTPUT "${output}"
        COMMAND ${CMAKE_COMMAND} -D "OBJECTS=${list}" -D "OUTPUT=${output}"
                -D "EXTENSIONS=${CMAKE_C_SOURCE_FILE_EXTENSIONS};${CMAKE_CXX_SOURCE_FILE_EXTENSIONS}"
                -P "${script}" -- $<TARGET_FILE:libcg::cgmerge> ${merge}
        DEPENDS ${objects} "${list}" "${script}" $<TARGET_FILE:libcg::cgmerge>
        COMMENT "Linking call graph of ${target}"
        VERBATIM)
    add_custom_target(${target}-callgraph ${all} DEPENDS "${output}")
    add_dependencies(${target}-callgraph ${linked})
endfunction()

function(cg_callgraph target)
    cmake_parse_arguments(PARSE_ARGV 1 arg EXCLUDE_FROM_ALL "OUTPUT;ROOT" "COLLECT;MERGE")
    if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
        message(FATAL_ERROR "cg_callgraph: does not understand: ${arg_UNPARSED_ARGUMENTS}"
                            "${arg_KEYWORDS_MISSING_VALUES}")
    elseif(NOT TARGET ${target})
        message(FATAL_ERROR "cg_callgraph: there is no target ${target}")
    elseif(NOT TARGET libcg::cgcollect OR NOT TARGET libcg::cgmerge)
        message(FATAL_ERROR "cg_callgraph: libcg was installed without cgcollect")
    elseif(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
        message(FATAL_ERROR "cg_callgraph: ${CMAKE_GENERATOR} does not run compiler launchers")
    endif()
    get_property(several GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
    if(NOT arg_OUTPUT)
        set(arg_OUTPUT ${target}.mcg)
        if(several)
            set(arg_OUTPUT $<CONFIG>/${target}.mcg)
        endif()
    endif()
    if(NOT IS_ABSOLUTE "${arg_OUTPUT}")
        set(arg_OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${arg_OUTPUT}")
    endif()
    if(NOT arg_ROOT)
        set(arg_ROOT "${CMAKE_SOURCE_DIR}")
    endif()
    get_filename_component(arg_ROOT "${arg_ROOT}" ABSOLUTE)
    set(all ALL)
    if(arg_EXCLUDE_FROM_ALL)
        set(all "")
    endif()
    set_target_properties(${target} PROPERTIES CG_CALLGRAPH "${arg_OUTPUT}")
    # Arguments of a deferred call are evaluated when it runs, where these variables are gone.
    cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]] CALL
        _cg_callgraph_finish [[${target}]] [[${arg_OUTPUT}]] [[${arg_ROOT}]] [[${all}]]
        [[${arg_COLLECT}]] [[${arg_MERGE}]])")
endfunction()
