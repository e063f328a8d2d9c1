#include "attn/described.h"

namespace attn::details {

void add_member(Type& type, const char* name, const Type& (*own)(), std::ptrdiff_t offset, bool optional) {
  type.members.push_back({name, own, static_cast<std::size_t>(offset), optional});
}

}  // namespace attn::details
