// What JavaScript sees of attn/papers.h.
#include "attn/papers.h"

#include "border.h"

BORDER(papers) {
  topic<DataFile>("papers", [](const auto& in) { return papers(in.text, in.file); });
}
