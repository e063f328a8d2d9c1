# Header-only libraries of the core. Both are looked for outside the cross-compiling sysroot too.
find_package(Eigen3 3.4 REQUIRED NO_MODULE NO_CMAKE_FIND_ROOT_PATH)
find_package(nlohmann_json 3.10 REQUIRED NO_CMAKE_FIND_ROOT_PATH)

# A distribution keeps nlohmann/json in the host's own include folder. Naming that folder to Emscripten would put the
# host's C headers in front of its own, so the module is built with a folder that holds a link to this one library.
add_library(attn_json INTERFACE)
target_compile_definitions(attn_json INTERFACE JSON_NO_IO)  # no iostreams: they would double the module
if(EMSCRIPTEN)
  get_target_property(json_folder nlohmann_json::nlohmann_json INTERFACE_INCLUDE_DIRECTORIES)
  list(GET json_folder 0 json_folder)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/include)
  file(CREATE_LINK ${json_folder}/nlohmann ${CMAKE_BINARY_DIR}/include/nlohmann SYMBOLIC)
  target_include_directories(attn_json SYSTEM INTERFACE ${CMAKE_BINARY_DIR}/include)
else()
  target_link_libraries(attn_json INTERFACE nlohmann_json::nlohmann_json)
endif()
