# Everything that depends on Emscripten, or on its version, stands here. Seen to work: 3.1.6 (Debian 12, Ubuntu 24.04)
# and current releases.

# Native WebAssembly exceptions: smaller than the JavaScript kind, and in every engine since 2022.
set(ATTN_EMSCRIPTEN_COMPILE -fwasm-exceptions -msimd128)

set(ATTN_EMSCRIPTEN_LINK
  --bind
  -fwasm-exceptions
  -sMODULARIZE=1 -sEXPORT_NAME=createAttn  # one global: a function that promises the module
  -sENVIRONMENT=web,node                   # the pages, and the site's build
  -sDYNAMIC_EXECUTION=0                    # no eval: a strict Content-Security-Policy holds
  -sMALLOC=emmalloc                        # half as large as the standard one
  -sFILESYSTEM=0
  -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=268435456)  # 256 MiB: far more than any laboratory needs
