// The text of a number, as JavaScript prints it (ECMA-262, Number::toString): natively and in a browser a message is
// the same. The WebAssembly modules leave this to the browser (wasm/module.cpp), since the printing of doubles is
// large.
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "attn/refusal.h"

namespace attn {

std::string number_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (value == 0) return "0";  // also for -0
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  std::array<char, 32> text;
  // The fewest digits that read back as the same number: d.ddde+-xx.
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), std::abs(value), std::chars_format::scientific).ptr;
  const std::string whole(text.data(), end);
  const std::size_t e = whole.find('e');
  std::string digits = whole.substr(0, 1) + (e > 2 ? whole.substr(2, e - 2) : "");
  const int point = std::stoi(whole.substr(e + 1)) + 1;  // digits in front of the point
  const int count = static_cast<int>(digits.size());
  const std::string sign = value < 0 ? "-" : "";
  if (count <= point && point <= 21) return sign + digits + std::string(static_cast<std::size_t>(point - count), '0');
  if (0 < point && point <= 21) return sign + digits.insert(static_cast<std::size_t>(point), ".");
  if (-6 < point && point <= 0) return sign + "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  if (count > 1) digits.insert(1, ".");
  return sign + digits + (point > 0 ? "e+" : "e-") + std::to_string(std::abs(point - 1));
}

}  // namespace attn
