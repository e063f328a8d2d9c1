# shellcheck shell=bash
# How the sources are formatted, and the checks that they are. Both formatters are packages of package.json in one exact
# version, clang-format as WebAssembly, so that they do the same on every system.

cxx_sources() {
  find core wasm tests/native tests/fuzz data/search -name '*.h' -o -name '*.cpp' 2>/dev/null | sort
}

script_sources() {
  find site/js site/build scripts tests ./*.mjs -type f \( -name '*.js' -o -name '*.mjs' -o -name '*.cjs' -o -name '*.ts' \) \
    2>/dev/null | sort
}

shell_sources() {
  echo lesson .ci/run scripts/*.sh
}

# Formats all of them in place, and names the scripts that it changed.
format_sources() {
  # shellcheck disable=SC2046  # file names without spaces, here and below
  node_modules/.bin/clang-format -i $(cxx_sources)
  # shellcheck disable=SC2046
  node_modules/.bin/prettier --write --list-different $(script_sources)
}

# Runs all checks. The last line counts them.
check_format() {
  local passed=0 failed=0
  format_check 'C++ is formatted' cxx_is_formatted
  format_check 'scripts are formatted' scripts_are_formatted
  format_check 'no merge marker is left' no_merge_markers
  if command -v shellcheck >/dev/null; then
    # shellcheck disable=SC2046
    format_check 'shell scripts pass shellcheck' shellcheck -x $(shell_sources)
  else
    echo 'not run: shell scripts pass shellcheck (found no shellcheck here)'
  fi
  echo "$passed passed, $failed failed"
  [ $failed = 0 ]
}

format_check() {
  local title=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
    echo "ok: $title"
  else
    failed=$((failed + 1))
    echo "FAILED: $title"
  fi
}

cxx_is_formatted() {
  local said
  # shellcheck disable=SC2046
  if said=$(node_modules/.bin/clang-format --dry-run -Werror $(cxx_sources) 2>&1); then return 0; fi
  # The files, each once; all that was said where that is of another kind.
  echo "$said" | sed -n 's/^\([^ :]*\):[0-9]*:[0-9]*: error: .*-Wclang-format-violations.*/\1/p' | sort | uniq -c | grep . ||
    echo "$said"
  echo './lesson format formats them.'
  return 1
}

scripts_are_formatted() {
  # shellcheck disable=SC2046
  if node_modules/.bin/prettier --list-different --cache --cache-strategy content --cache-location build/prettier \
    $(script_sources); then return 0; fi
  echo './lesson format formats them.'
  return 1
}

no_merge_markers() {
  local marker='^(<{7}|[|]{7}|={7}|>{7})( |$)' code=0
  if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git grep -nIE "$marker" || code=$?
  else
    grep -rnIE --exclude-dir=.git --exclude-dir=build --exclude-dir=dist --exclude-dir=node_modules "$marker" . || code=$?
  fi
  [ $code = 1 ]  # neither found nor in trouble
}
