# Find LLVM's C interface, of the version and beside the libclang that FindLibClang found: the two
# share one LLVM in the process.
#
#   LLVMC_FOUND
#   LLVMC::LLVMC   the library

set(_llvmc_names LLVM)
if(LibClang_VERSION)
    list(PREPEND _llvmc_names LLVM-${LibClang_VERSION})
endif()
find_library(LLVMC_LIBRARY NAMES ${_llvmc_names} PATHS ${LibClang_PREFIX}/lib NO_DEFAULT_PATH)
find_path(LLVMC_INCLUDE_DIR llvm-c/Core.h PATHS ${LibClang_PREFIX}/include NO_DEFAULT_PATH)
if(NOT LibClang_PREFIX)
    find_library(LLVMC_LIBRARY NAMES ${_llvmc_names})
    find_path(LLVMC_INCLUDE_DIR llvm-c/Core.h)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LLVMC
    REQUIRED_VARS LLVMC_LIBRARY LLVMC_INCLUDE_DIR
    REASON_FAILURE_MESSAGE "install llvm-${LibClang_VERSION}-dev, or use -DCG_COLLECT=OFF")

if(LLVMC_FOUND AND NOT TARGET LLVMC::LLVMC)
    add_library(LLVMC::LLVMC UNKNOWN IMPORTED)
    set_target_properties(LLVMC::LLVMC PROPERTIES
        IMPORTED_LOCATION ${LLVMC_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${LLVMC_INCLUDE_DIR})
endif()
mark_as_advanced(LLVMC_LIBRARY LLVMC_INCLUDE_DIR)
