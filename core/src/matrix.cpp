#include "attn/matrix.h"

namespace attn {

void refuse_shape(std::string_view name, Index found_rows, Index found_columns, Index rows, Index columns) {
  throw Refusal("shape", name, shape_phrase(found_rows, found_columns), shape_phrase(rows, columns));
}

void refuse_rows(std::string_view name, Index found_rows, Index found_columns, Index rows) {
  throw Refusal("shape", name, shape_phrase(found_rows, found_columns), phrase("rows", std::to_string(rows)));
}

void refuse_not_finite(std::string_view name, double number) {
  throw Refusal("not_finite", name, literal(number), phrase("finite"));
}

void refuse_not_finite(std::string_view name, Index row, Index column, double number) {
  refuse_not_finite(std::string(name) + "/" + std::to_string(row) + "/" + std::to_string(column), number);
}

}  // namespace attn
