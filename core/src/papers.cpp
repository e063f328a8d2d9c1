#include "attn/papers.h"

#include <set>

#include "attn/json.h"

namespace attn {

Papers papers(const std::string& text, const std::string& file) {
  auto all = read_file<Papers>(text, file);
  std::set<std::string> seen;
  for (size_t i = 0; i < all.quotes.size(); ++i) {
    const Quote& quote = all.quotes[i];
    const std::string at = file + "#/quotes/" + std::to_string(i);
    if (!seen.insert(quote.id).second)
      throw Refusal("duplicate", at + "/id", phrase("id_twice", shortened(quote.id, kMostQuoted)),
                    phrase("each_id_once"));
    if (quote.source.empty()) throw Refusal("range", at + "/source", phrase("empty_text"), phrase("a_source"));
    if (quote.place.empty()) throw Refusal("range", at + "/place", phrase("empty_text"), phrase("a_place"));
  }
  return all;
}

}  // namespace attn
