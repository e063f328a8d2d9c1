// Two functions of the C library that nlohmann/json calls, written small: the library's own would bring all of printf
// and arithmetic on long doubles into the module, a tenth of it. Linked into modules that read JSON.
#include <emscripten.h>

#include <cstdarg>
#include <cstddef>

// Number() reads a JSON number as the C library does, correctly rounded. HEAPU8 ends such a text with a NUL.
EM_JS(double, attn_number_of, (const char* text, int size), {
  let digits = "";
  for (let i = 0; i < size; ++i) digits += String.fromCharCode(HEAPU8[text + i]);
  return Number(digits);
});

extern "C" {

/// Reads the JSON number that begins here; its lexer has checked the form and hands over whole tokens.
double strtod(const char* text, char** end) {
  int size = 0;
  while ((text[size] >= '0' && text[size] <= '9') || text[size] == '+' || text[size] == '-' || text[size] == '.' ||
         text[size] == 'e' || text[size] == 'E')
    ++size;
  if (end) *end = const_cast<char*>(text) + size;
  return size > 0 ? attn_number_of(text, size) : 0;
}

// Nobody calls these two; where they are not there, the library's file with all three would be linked.
float strtof(const char* text, char** end) { return static_cast<float>(strtod(text, end)); }
long double strtold(const char* text, char** end) { return strtod(text, end); }

/// The one format the lexer uses, "<U+%.4X>" for a control character in a message that we replace by our own.
int snprintf(char* to, std::size_t size, const char*, ...) {
  if (size > 0) to[0] = 0;
  return 0;
}

}  // extern "C"
