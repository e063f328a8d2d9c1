// What refusals say, as phrases: a key that every language has a sentence for, and the values that fill its places.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// One place of a phrase, filled: "least" and "1". Names of fields, kinds and what stood in the input are values; they
/// are the same in every language.
struct PhraseValue {
  std::string name, text;
};

struct Phrase {
  std::string_view key;             ///< one of kPhrases
  std::string_view english;         ///< its English template
  std::vector<PhraseValue> values;  ///< one for each place, in the order of the template
};

/// A key and its English sentence; {places} take the values.
struct PhraseEntry {
  const char* key;
  const char* english;
};

/// All that is ever found or wanted. Keys are stable: the language files word each of them.
inline constexpr PhraseEntry kPhrases[] = {
    // As it stands in the input.
    {"text", "{text}"},
    {"quoted", "\"{text}\""},
    {"string", "\"{text}\" (string)"},
    // Found.
    {"nothing", "nothing"},
    {"empty_text", "an empty text"},
    {"no_entries", "no entries"},
    {"no_row", "no row"},
    {"no_column", "no column"},
    {"no_source", "no source"},
    {"no_indexer", "no layer with an indexer"},
    {"entries", "{count} entries"},
    {"numbers", "{count} numbers"},
    {"rows", "{count} rows"},
    {"columns_in_all", "{count} columns in all"},
    {"groups", "{count} groups"},
    {"budgets", "{count} budgets"},
    {"bytes", "{count} bytes"},
    {"bytes_in_all", "{count} bytes in all"},
    {"answer_entries", "an answer of {count} numbers"},
    {"operations", "a run of {count} multiply-adds"},
    {"steps", "a run of {count} steps"},
    {"shape", "{rows} x {columns}"},
    {"heads_called", "heads {names}"},
    {"layer_twice", "layer {layer} a second time"},
    {"key_twice", "this key a second time"},
    {"id_twice", "\"{text}\" a second time"},
    {"another_kind", "another kind for layer {layer}"},
    {"no_kind", "no kind for layer {layer}"},
    {"nested_deeper", "more than {most} levels of nesting"},
    {"not_json", "what is not JSON"},
    {"pythons_word", "{word}, which Python writes and JSON has no word for"},
    {"long_integer", "an integer of {digits} digits"},
    {"beyond_double", "a number too large for double"},
    {"unread_field", "a field nobody reads"},
    {"half_surrogate", "half of a surrogate pair"},
    {"broken_message", "a broken message"},
    {"only_rounding", "{value}, which is rounding beside addends up to {largest}"},
    {"out_of_memory", "more than this browser's memory holds"},
    // Wanted: kinds of values.
    {"an_object", "an object"},
    {"a_list", "a list"},
    {"an_array", "an array"},
    {"a_text", "a text"},
    {"whole_characters", "a text of whole characters"},
    {"a_number", "a number"},
    {"a_whole_number", "a whole number"},
    {"true_or_false", "true or false"},
    {"one_or_zero", "1 or 0"},
    {"json", "JSON (RFC 8259)"},
    // Wanted: numbers.
    {"whole_number", "a whole number from {least} to {most}"},
    {"number_between", "a number from {least} to {most}"},
    {"finite", "a finite number"},
    {"finite_or_hidden", "a finite number, or -Infinity for a hidden key"},
    {"finite_or_minus_infinity", "a finite number, or -Infinity"},
    {"exact_integer", "an integer a double holds exactly (up to 2^53)"},
    {"double_range", "numbers up to 1.8e308"},
    {"bits", "a whole number of bits, in eighths"},
    {"decimals", "at most three decimals"},
    {"more_than_rounding", "a sum that is more than rounding, or exactly 0"},
    // Wanted: sizes.
    {"at_most", "at most {most}"},
    {"at_most_entries", "at most {most} entries"},
    {"at_most_exact", "at most {most}, up to which whole numbers are exact"},
    {"from_to", "{least} to {most}"},
    {"one_row", "at least one row"},
    {"one_token", "at least one token"},
    {"one_query", "at least one query"},
    {"one_key", "at least one key"},
    {"one_column", "at least one column"},
    {"word_and_next", "at least 2, a word and the next"},
    {"as_in_first_row", "{count} as in the first row"},
    {"rows_of_numbers", "rows of numbers"},
    {"one_a_layer", "{count}, one a layer"},
    {"one_a_dimension", "{count}, one a dimension"},
    {"as_says", "{value}, as {field} says"},
    {"what_says", "what {field} says"},
    {"sum_of", "{value}, the sum of {field}"},
    {"smaller_input", "a smaller input"},
    // Wanted: names.
    {"some_text", "some text"},
    {"a_source", "a source"},
    {"a_place", "a place in the source"},
    {"where_read", "where the configuration was read"},
    {"id_letters", "ASCII letters, digits and hyphens"},
    {"each_id_once", "each id once"},
    {"each_key_once", "each key once"},
    {"each_layer_once", "each layer once"},
    {"every_layer_once", "every layer once"},
    {"listed_id", "the id of one that is listed"},
    {"token_id", "the id of a token of this world"},
    {"model_id", "the id of a model"},
    {"format_id", "the id of a storage format of this file"},
    {"path_of_run", "the path of a number of this run"},
    {"figure_id", "the id of a figure, or a number it came from"},
    {"one_of", "one of {list}"},
    {"listed_or", "{list} or {last}"},
    {"documented_field", "one of the documented fields"},
    {"with_layout", "one with the layout {layout}"},
    {"heads_a_b", "two heads, A and B"},
    // Wanted: fields of a configuration.
    {"this_field", "this field"},
    {"this_field_of_type", "this field, which a {type} has"},
    {"this_field_for_kv_heads", "this field: without it the number of KV heads is not known"},
    {"this_field_for_linear", "this field, since there are linear-attention layers"},
    {"this_field_for_states", "this field: which layers keep a state instead of K and V"},
    {"this_field_for_window", "this field: which layers have the sliding_window"},
    {"this_field_or_hidden_size", "this field, or hidden_size to derive it from"},
    {"this_field_since", "this field, since {field} is {value}"},
    {"nothing_since", "nothing, since {field} is {value}"},
    {"no_field_unknown_store", "no such field: what its layers keep is not known here"},
    {"no_field_beside_window", "no such field beside layers with a sliding window"},
    {"only_decodes", "false: a model that only decodes"},
    {"looks_back", "true: a model whose tokens look back only"},
    {"letters_of_layers", "a whole number, or the letters L (local) and G (global)"},
    {"known_store", "a model that keeps K and V, a latent or a state of a kind known here"},
    {"true_since_windows", "true, since {field} names layers with a window"},
    {"divisor_of_heads", "a divisor of the {count} query heads"},
    {"divisor_of_channels", "a divisor of the {count} channels"},
    {"divisor_of_layers", "a divisor of the {count} layers"},
    {"multiple_of_heads", "a multiple of the {count} query heads, since there is no head_dim"},
    {"shared_row", "1: K and V are one row that all heads share"},
    {"type_numbers", "0 (linear) or 1 (full)"},
    {"one_indexer", "at least one: the others take over its choice"},
    {"pooled_layer", "a layer whose compress_ratios entry is not 0"},
    {"ratio_of_source", "the ratio of the layer whose rows it reads"},
    {"family_of_layers", "{family}, as its layers say"},
    {"even_rotation", "a factor that rotates an even whole number of the {count} entries"},
    // What the core should never say.
    {"a_report", "no such thing; please report it"},
};

/// How many places a template has.
constexpr std::size_t places_in(std::string_view english) {
  std::size_t places = 0;
  for (const char c : english) places += c == '{';
  return places;
}

/// A key of kPhrases whose template has this many places; anything else does not compile. It points at its own two
/// texts and not into the list, so that a module holds only the phrases it can say.
template <std::size_t Places>
struct PhraseKey {
  const char* key = nullptr;
  const char* english = nullptr;

  consteval PhraseKey(const char* name) {  // NOLINT: a key is written as a text
    for (const PhraseEntry& known : kPhrases) {
      if (std::string_view(known.key) != name || places_in(known.english) != Places) continue;
      key = known.key;
      english = known.english;
    }
    if (!key) throw "no phrase of this key with as many places as values are given";
  }
};

/// A phrase and the values of its places, in the order of the English template.
Phrase phrase(PhraseKey<0> key);
Phrase phrase(PhraseKey<1> key, std::string_view first);
Phrase phrase(PhraseKey<2> key, std::string_view first, std::string_view second);

/// At most `most` bytes of a text, "..." with them, never half a character of UTF-8.
std::string shortened(const std::string& text, std::size_t most);

/// What stands in the input, word by word or between quotation marks; a long one is shortened to kMostQuoted bytes.
Phrase literal(const std::string& text);
Phrase in_quotes(const std::string& text);
inline constexpr std::size_t kMostQuoted = 80;

/// The phrase in English.
std::string english(const Phrase& phrase);

/// A line of kPhrases with the names of its places, in order.
struct PhraseTemplate {
  std::string key, english;
  std::vector<std::string> places;
};

/// All of them, so that a test can walk every key.
const std::vector<PhraseTemplate>& phrases();

}  // namespace attn
