# Runs the portfile without vcpkg, with stand-ins for the functions of vcpkg that it uses:
#   cmake -D CURRENT_PACKAGES_DIR=FOLDER -D VCPKG_LIBRARY_LINKAGE=static -P packaging/vcpkg/without-vcpkg.cmake
cmake_minimum_required(VERSION 3.21)
set(PORT astragal)
set(TARGET_TRIPLET here)

function(vcpkg_execute_required_process)
    cmake_parse_arguments(ARG "" "WORKING_DIRECTORY;LOGNAME" "COMMAND" ${ARGN})
    execute_process(COMMAND ${ARG_COMMAND} WORKING_DIRECTORY "${ARG_WORKING_DIRECTORY}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(vcpkg_replace_string file from to)
    file(READ "${file}" text)
    string(REPLACE "${from}" "${to}" changed "${text}")
    if(changed STREQUAL text)
        message(FATAL_ERROR "${file} does not contain ${from}")
    endif()
    file(WRITE "${file}" "${changed}")
endfunction()

function(vcpkg_fixup_pkgconfig)
    if(NOT EXISTS "${CURRENT_PACKAGES_DIR}/lib/pkgconfig/astragal.pc")
        message(FATAL_ERROR "astragal.pc is missing")
    endif()
endfunction()

function(vcpkg_install_copyright)
    cmake_parse_arguments(ARG "" "" "FILE_LIST" ${ARGN})
    foreach(file IN LISTS ARG_FILE_LIST)
        file(READ "${file}" text)
        file(APPEND "${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright" "${text}\n")
    endforeach()
endfunction()

include("${CMAKE_CURRENT_LIST_DIR}/portfile.cmake")
