# Overlay port that builds the source tree containing it: vcpkg install astragal --overlay-ports=packaging/vcpkg
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)

find_program(CARGO cargo PATHS "$ENV{CARGO_HOME}/bin" "$ENV{HOME}/.cargo/bin" "$ENV{USERPROFILE}/.cargo/bin")
if(NOT CARGO)
    message(FATAL_ERROR "astragal needs Rust 1.89 or newer; see https://rustup.rs")
endif()

# Cargo builds both libraries, in the release configuration only.
set(VCPKG_BUILD_TYPE release)
set(VCPKG_POLICY_MISMATCHED_NUMBER_OF_BINARIES enabled)
vcpkg_execute_required_process(
    COMMAND "${CARGO}" xtask install --prefix "${CURRENT_PACKAGES_DIR}"
    WORKING_DIRECTORY "${SOURCE_PATH}"
    LOGNAME "install-${TARGET_TRIPLET}"
)

# Moves the CMake files one folder up, and adapts their relative path to the prefix.
set(CONFIG "${CURRENT_PACKAGES_DIR}/share/${PORT}/astragal-config.cmake")
file(MAKE_DIRECTORY "${CURRENT_PACKAGES_DIR}/share")
file(RENAME "${CURRENT_PACKAGES_DIR}/lib/cmake/astragal" "${CURRENT_PACKAGES_DIR}/share/${PORT}")
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/lib/cmake")
vcpkg_replace_string("${CONFIG}" "CMAKE_CURRENT_LIST_DIR}/../../.." "CMAKE_CURRENT_LIST_DIR}/../..")

if(VCPKG_LIBRARY_LINKAGE STREQUAL "static")
    vcpkg_replace_string("${CONFIG}" "get_filename_component" "set(ASTRAGAL_USE_STATIC_LIBS ON)\nget_filename_component")
    file(GLOB UNWANTED
        "${CURRENT_PACKAGES_DIR}/bin"
        "${CURRENT_PACKAGES_DIR}/lib/*.so*"
        "${CURRENT_PACKAGES_DIR}/lib/*.dylib"
        "${CURRENT_PACKAGES_DIR}/lib/*.dll.a"
        "${CURRENT_PACKAGES_DIR}/lib/astragal.lib"
    )
else()
    file(GLOB UNWANTED
        "${CURRENT_PACKAGES_DIR}/lib/libastragal.a"
        "${CURRENT_PACKAGES_DIR}/lib/astragal_static.lib"
    )
endif()
file(REMOVE_RECURSE ${UNWANTED} "${CURRENT_PACKAGES_DIR}/share/man")
vcpkg_fixup_pkgconfig()

file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE-MIT" "${SOURCE_PATH}/LICENSE-APACHE")
