# Call graphs of CMake targets, made as the targets are built.
#
#   cg_callgraph(TARGET [OUTPUT FILE] [ROOT DIR] [EXCLUDE_FROM_ALL]
#                [COLLECT OPTION...] [MERGE OPTION...] [DEPENDS FILE...])
#
# adds the target TARGET-callgraph, which makes the linked call graph of TARGET and of the libraries
# of the same project that it links: object, static and shared ones, and what these link. The command
# that compiles a translation unit also collects its graph, next to the object; the graphs are linked
# when one has changed.
#
#   OUTPUT FILE       the graph (TARGET.mcg in the current binary directory)
#   ROOT DIR          files are named relative to it (the top of the source tree)
#   EXCLUDE_FROM_ALL  only build TARGET-callgraph on request; collecting is not affected
#   COLLECT OPTION... options for cgcollect, such as --plugin=FILE
#   MERGE OPTION...   options for cgmerge, such as --annotate=FILE
#   DEPENDS FILE...   the graphs are linked again when one of these (or targets) changes
#
# Input files in options (--annotate, --summaries, --plugin, --files-from) are relative to the current
# source directory. When they or the tools change, everything made with them is rebuilt.
#
# The property CG_CALLGRAPH of TARGET is the path of the graph. The function may be called before or
# after target_link_libraries: targets are evaluated when the whole project has been read. A library
# linked by a generator expression counts as linked. Modules that a program loads at run time need
# their own call.
#
# Needs a Ninja or Makefile generator, as only these run compiler launchers. cgcollect runs an existing
# launcher (ccache).

# Options with absolute file names, in OPTIONS, and these files, in FILES.
function(_cg_read_by options files)
    set(value FALSE)
    set(made "")
    set(found "")
    foreach(option IN LISTS ARGN)
        set(name "")
        if(value)
            set(file "${option}")
            set(value FALSE)
        elseif(option MATCHES "^(--(annotate|summaries|plugin|files-from)=)(.+)$")
            set(name "${CMAKE_MATCH_1}")
            set(file "${CMAKE_MATCH_3}")
        else()
            if(option MATCHES "^--(annotate|summaries|plugin|files-from)$")
                set(value TRUE)
            endif()
            list(APPEND made "${option}")
            continue()
        endif()
        if(NOT file MATCHES "^(/|\\$<)")
            set(file "${CMAKE_CURRENT_SOURCE_DIR}/${file}")
        endif()
        list(APPEND made "${name}${file}")
        list(APPEND found "${file}")
    endforeach()
    set(${options} "${made}" PARENT_SCOPE)
    set(${files} "${found}" PARENT_SCOPE)
endfunction()

# Rebuild the objects of a target when one of some files changes. Only plain file names work, not
# generator expressions.
function(_cg_objects_depend target)
    set(files ${ARGN})
    list(FILTER files EXCLUDE REGEX "\\$<")
    get_target_property(sources ${target} SOURCES)
    get_target_property(directory ${target} SOURCE_DIR)
    get_target_property(build ${target} BINARY_DIR)
    foreach(source IN LISTS sources)
        if(source MATCHES "\\$<")
            continue()
        elseif(NOT IS_ABSOLUTE "${source}" AND EXISTS "${directory}/${source}")
            set(source "${directory}/${source}")
        elseif(NOT IS_ABSOLUTE "${source}")
            set(source "${build}/${source}")
        endif()
        set_property(SOURCE "${source}" TARGET_DIRECTORY ${target}
                     APPEND PROPERTY OBJECT_DEPENDS ${files})
    endforeach()
endfunction()

# Let cgcollect run the compiler of a target's objects.
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
    _cg_read_by(unused files ${ARGN})
    list(GET ARGN 0 cgcollect)
    _cg_objects_depend(${target} ${cgcollect} ${files})
    foreach(language C CXX)
        get_target_property(before ${target} ${language}_COMPILER_LAUNCHER)
        set(launcher ${ARGN} --cc)
        if(before)
            list(APPEND launcher ${before} --)
        endif()
        set_target_properties(${target} PROPERTIES ${language}_COMPILER_LAUNCHER "${launcher}")
    endforeach()
endfunction()

# The targets of this project that are linked into a target, itself included, in OUT.
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
function(_cg_callgraph_finish target output root all collect merge reads)
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
        list(APPEND merge --world=open)
    endif()

    set(list "${output}.objects")
    file(GENERATE OUTPUT "${list}" CONTENT "$<JOIN:${objects},\n>\n")
    set(extensions ${CMAKE_C_SOURCE_FILE_EXTENSIONS} ${CMAKE_CXX_SOURCE_FILE_EXTENSIONS})
    set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/cgCallgraphMerge.cmake")
    add_custom_command(OUTPUT "${output}"
        COMMAND ${CMAKE_COMMAND} -D "OBJECTS=${list}" -D "OUTPUT=${output}"
                -D "EXTENSIONS=${extensions}" -D "COLLECT=${cgcollect};--root=${root}"
                -P "${script}" -- $<TARGET_FILE:libcg::cgmerge> ${merge}
        DEPENDS ${objects} "${list}" "${script}" $<TARGET_FILE:libcg::cgmerge> ${reads}
        COMMENT "Linking call graph of ${target}"
        VERBATIM)
    add_custom_target(${target}-callgraph ${all} DEPENDS "${output}")
    add_dependencies(${target}-callgraph ${linked})
endfunction()

function(cg_callgraph target)
    cmake_parse_arguments(PARSE_ARGV 1 arg EXCLUDE_FROM_ALL "OUTPUT;ROOT"
                          "COLLECT;MERGE;DEPENDS")
    foreach(keyword OUTPUT ROOT)
        if(keyword IN_LIST arg_KEYWORDS_MISSING_VALUES)
            message(FATAL_ERROR "cg_callgraph: ${keyword} needs a value")
        endif()
    endforeach()
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "cg_callgraph: does not understand: ${arg_UNPARSED_ARGUMENTS}")
    elseif(NOT TARGET ${target})
        message(FATAL_ERROR "cg_callgraph: there is no target ${target}")
    elseif(NOT TARGET libcg::cgcollect OR NOT TARGET libcg::cgmerge)
        message(FATAL_ERROR "cg_callgraph: libcg was installed without cgcollect")
    elseif(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
        message(FATAL_ERROR "cg_callgraph: ${CMAKE_GENERATOR} does not run compiler launchers")
    endif()
    get_target_property(aliased ${target} ALIASED_TARGET)
    if(aliased)
        set(target ${aliased})
    endif()
    get_target_property(before ${target} CG_CALLGRAPH)
    if(before)
        message(FATAL_ERROR "cg_callgraph: ${target} has a graph already: ${before}")
    endif()
    get_property(several GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
    if(NOT arg_OUTPUT)
        set(arg_OUTPUT ${target}.mcg)
        if(several)
            set(arg_OUTPUT $<CONFIG>/${target}.mcg)
        endif()
    elseif(several AND NOT arg_OUTPUT MATCHES "<CONFIG[>:]")
        message(FATAL_ERROR "cg_callgraph: all configurations would have the graph ${arg_OUTPUT}: "
                            "$<CONFIG> is to be in its name")
    endif()
    if(NOT IS_ABSOLUTE "${arg_OUTPUT}")
        set(arg_OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${arg_OUTPUT}")
    endif()
    if(NOT arg_ROOT)
        set(arg_ROOT "${CMAKE_SOURCE_DIR}")
    endif()
    get_filename_component(arg_ROOT "${arg_ROOT}" ABSOLUTE)
    _cg_read_by(arg_COLLECT unused ${arg_COLLECT})
    _cg_read_by(arg_MERGE reads ${arg_MERGE})
    foreach(needed IN LISTS arg_DEPENDS)
        if(NOT TARGET "${needed}" AND NOT needed MATCHES "^(/|\\$<)")
            set(needed "${CMAKE_CURRENT_SOURCE_DIR}/${needed}")
        endif()
        list(APPEND reads "${needed}")
    endforeach()
    set(all ALL)
    if(arg_EXCLUDE_FROM_ALL)
        set(all "")
    endif()
    set_target_properties(${target} PROPERTIES CG_CALLGRAPH "${arg_OUTPUT}")
    # Arguments of a deferred call are evaluated when it runs, when these variables no longer exist.
    cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]] CALL
        _cg_callgraph_finish [[${target}]] [[${arg_OUTPUT}]] [[${arg_ROOT}]] [[${all}]]
        [[${arg_COLLECT}]] [[${arg_MERGE}]] [[${reads}]])")
endfunction()
