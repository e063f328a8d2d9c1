# shellcheck shell=bash
# What the commands of ./lesson need on a system: how each thing is found, from which version on it will do, and which
# packages of Debian and Ubuntu bring it. Written for Bash 3.2, the one macOS has. $command is what ./lesson was asked for.
: "${command:=help}"

# Describes requirement $1: wanted (in words), least (a version, or nothing), packages (or nothing) and purpose.
requirement() {
  least=''
  case $1 in
    cmake) wanted='CMake 3.22 or newer' least=3.22 packages=cmake purpose='prepares the C++ builds' ;;
    ninja) wanted='Ninja' packages=ninja-build purpose='compiles what changed, and only that' ;;
    compiler)
      wanted='a C++20 compiler: GCC 11, Clang 14 or newer' least=11 packages=g++ purpose='compiles the native tests'
      if "${CXX:-c++}" --version 2>/dev/null | grep -q clang; then least=14; fi ;;
    eigen) wanted='Eigen 3.4' least=3.4 packages=libeigen3-dev purpose='matrices, for the core' ;;
    json) wanted='nlohmann/json 3.10 or newer' least=3.10 packages=nlohmann-json3-dev purpose='JSON, for the core' ;;
    emscripten)
      wanted='Emscripten 3.1.6 or newer' least=3.1.6 packages=emscripten purpose='compiles the core to WebAssembly'
      # The package depends on the distribution's Node, which then stands behind the one in use.
      if [ -n "$(found node)" ] && ! dpkg -s nodejs >/dev/null 2>&1; then
        purpose="$purpose (brings a nodejs package; $(command -v node) stays in use)"
      fi ;;
    node) wanted='Node 18 or newer, with npm' least=18 packages='nodejs npm' purpose="runs the site's build and tests" ;;
    npm)
      wanted='npm, beside the Node in use' packages='' purpose="fetches the site's build tools"
      # Only a Node that is itself a package can be completed by one; any other would get a second Node at its side.
      if dpkg -S "$(readlink -f "$(command -v node)")" >/dev/null 2>&1; then packages=npm; fi ;;
    zopfli) wanted='zopfli' packages=zopfli purpose='compresses the modules as far as gzip can' ;;
    fuzzer)
      wanted="Clang 14 or newer with its libFuzzer" least=14 packages="clang $(fuzzer_package)"
      purpose='fuzzes what reads the outside' ;;
    catch2) wanted='Catch2 2.13 or 3' least=2.13 packages=catch2 purpose='runs the native tests' ;;
    chromium) wanted='Chromium or Chrome' packages='chromium chromium-sandbox' purpose='tests the pages in Blink' ;;
    firefox) wanted='Firefox' packages=firefox-esr purpose='tests the pages in Gecko' ;;
    webkit) wanted='WebKitWebDriver' packages=webkit2gtk-driver purpose='tests the pages in WebKit' ;;
    display) wanted='Xvfb and xauth' packages='xvfb xauth' purpose='gives WebKit a screen, where there is none' ;;
    fonts) wanted='a font with Chinese characters' packages=fonts-noto-cjk purpose='shows Chinese in the browser tests' ;;
    *) echo "lesson: no requirement is called $1" >&2; return 1 ;;
  esac
}

# Prints what this system has of requirement $1, its version first where it has one; prints nothing where it is missing.
found() {
  case $1 in
    cmake) version cmake --version ;;
    ninja) version ninja --version ;;
    compiler) version "${CXX:-c++}" --version ;;
    emscripten) version emcc --version ;;
    node) version node --version ;;
    zopfli) command -v zopfli || true ;;
    fuzzer) if [ -n "$(find_fuzzer)" ]; then version clang++ --version; fi ;;
    npm) version npm --version ;;
    eigen) package_version Eigen3 eigen3 ;;
    json) package_version nlohmann_json nlohmann_json ;;
    catch2) package_version Catch2 catch2 ;;
    chromium | firefox | webkit) engine "$1" ;;
    display) if command -v xauth >/dev/null; then command -v Xvfb || true; fi ;;
    fonts) if command -v fc-list >/dev/null; then fc-list :lang=zh | sed -n 1p; fi ;;
  esac
}

# The first number that the program $1 prints when it is called with the rest, and where the program stands.
version() {
  local program
  program=$(command -v "$1") || return 0
  "$@" 2>/dev/null | sed -n "1s|^[^0-9]*\([0-9][0-9.]*\).*|\1 ($program)|p" || true
}

# The version of a C++ package, read where CMake would read it; $1 and $2 are the two spellings of its name.
package_version() {
  local prefix file bin
  {
    echo "${CMAKE_PREFIX_PATH:-}" | tr ':;' '\n'
    echo "$PATH" | tr ':' '\n' | sed -n 's|/s\{0,1\}bin/*$||p'
    printf '%s\n' /usr /usr/local
  } | while IFS= read -r prefix; do
    [ -n "$prefix" ] || continue
    for bin in share lib lib64 'lib/*'; do
      # shellcheck disable=SC2086  # $bin may hold a pattern
      for file in "$prefix"/$bin/{cmake/"$1",cmake/"$2","$2"/cmake}/"$1"ConfigVersion.cmake; do
        [ -f "$file" ] || continue
        sed -n "s|^ *set *(PACKAGE_VERSION \"\([0-9.]*\)\").*|\1 (${file%/*})|p" "$file" | sed -n 1p
        return
      done
    done
  done
}

# Clang's runtime for libFuzzer, which comes apart from Clang.
find_fuzzer() {
  if command -v clang++ >/dev/null; then
    find "$(clang++ -print-resource-dir)/" -name 'libclang_rt.fuzzer*' 2>/dev/null | sed -n 1p
  fi
}

# The package that brings it: it bears the version of the Clang in use, or of the one that the package clang would bring.
fuzzer_package() {
  local major
  major=$(version clang++ --version)
  major=${major%%.*}
  if [ -z "$major" ]; then
    case $(system ID)/$(system VERSION_ID) in
      debian/12) major=14 ;;
      debian/13) major=19 ;;
      ubuntu/24.04) major=18 ;;
      *) major=$(apt-cache depends clang 2>/dev/null | sed -n 's/^ *Depends: clang-\([0-9]*\)$/\1/p' | sed -n 1p) ;;
    esac
  fi
  echo "libclang-rt-${major:-19}-dev"
}

# The variable that can name the program of engine $1.
variable_of() {
  echo "$1" | tr '[:lower:]' '[:upper:]'
}

# The program to test in: what the variable CHROMIUM, FIREFOX or WEBKIT names, else the first on PATH that is no shim
# for a snap, since a snap cannot read the profile that a test gives it.
engine() {
  local program candidates variable
  variable=$(variable_of "$1")
  if [ -n "${!variable:-}" ]; then
    command -v "${!variable}" || true
    return
  fi
  case $1 in
    chromium)
      candidates='google-chrome:google-chrome-stable:chromium:chromium-browser'
      candidates="$candidates:/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" ;;
    firefox) candidates='firefox-esr:firefox:/Applications/Firefox.app/Contents/MacOS/firefox' ;;
    webkit) candidates=WebKitWebDriver ;;
  esac
  echo "$candidates" | tr ':' '\n' | while IFS= read -r candidate; do
    program=$(command -v "$candidate") || continue
    case $(readlink -f "$program" 2>/dev/null) in */snap | /snap/*) continue ;; esac
    if head -c 2 "$program" | grep -q '#!' && grep -q '/snap/bin' "$program"; then continue; fi
    echo "$program"
    return
  done
}

# Is version $1 at least version $2?
at_least() {
  local have=$1. want=$2. difference
  while [ -n "$want" ]; do
    difference=$((10#0${have%%.*} - 10#0${want%%.*}))
    if [ $difference != 0 ]; then
      [ $difference -gt 0 ]
      return
    fi
    have=${have#*.} want=${want#*.}
  done
}

# Is requirement $1 met? Leaves its description and `have`, what was found.
met() {
  if [ "$1" = npm ] && [ -z "$(found node)" ]; then return 0; fi  # comes with node
  requirement "$1"
  have=$(found "$1")
  [ -n "$have" ] && { [ -z "$least" ] || at_least "${have%% *}" "$least"; }
}

# The names among $@ that are not met, each once.
unmet() {
  local name
  for name; do met "$name" || echo "$name"; done | awk '!seen[$0]++'
}

# The value of $1 in the system's own description, such as ID=debian.
system() {
  # shellcheck disable=SC1091  # read only where it exists
  if [ -r /etc/os-release ]; then (. /etc/os-release && eval "echo \"\${$1:-}\""); fi
}

# Can we install packages here? Only on the systems whose packages were seen to work, and with the right to.
can_install() {
  command -v apt-get >/dev/null || return 1
  [ "$(id -u)" = 0 ] || command -v sudo >/dev/null || return 1
  case $(system ID) in
    debian) [ -z "$(system VERSION_ID)" ] || at_least "$(system VERSION_ID)" 12 ;;
    ubuntu) at_least "$(system VERSION_ID)" 24.04 ;;
    *) return 1 ;;
  esac
}

# Does this system's archive carry the packages of requirement $1? Ubuntu's chromium and firefox are snaps.
carried() {
  requirement "$1"
  case $(system ID)/$1 in ubuntu/chromium | ubuntu/firefox) return 1 ;; esac
  [ -n "$packages" ]
}

# Looks for the requirements $@ and leaves in `to_install` the ones that are missing and can be installed, having
# printed a line about each; says which browser engines go untested; leaves in `without` what is missing of the list
# `optional`; ends the program where anything else is missing.
optional='' without=''
require() {
  local name variable missing='' lacking='' engines=0
  to_install=''
  for name in chromium firefox webkit; do
    case " $* " in *" $name "*) ;; *) continue ;; esac
    variable=$(variable_of $name)
    if [ -n "${!variable:-}" ] && [ -z "$(engine $name)" ]; then
      echo "lesson: $variable is '${!variable}', wanted a program that can be run" >&2
      exit 1
    fi
  done
  for name in $(unmet "$@"); do
    if can_install && carried "$name"; then to_install="$to_install $name"; else missing="$missing $name"; fi
  done

  # An engine that cannot be had is left out, as long as one is there.
  for name in chromium firefox webkit; do
    case " $* " in *" $name "*) ;; *) continue ;; esac
    case " $missing " in *" $name "*) ;; *) engines=$((engines + 1)) ;; esac
  done
  for name in $missing; do
    case " $optional " in
      *" $name "*)
        without="$without $name"
        continue ;;
    esac
    case $name in
      chromium | firefox | webkit | display | fonts) [ $engines -gt 0 ] || lacking="$lacking $name" ;;
      *) lacking="$lacking $name" ;;
    esac
  done
  if [ -n "$lacking" ]; then refuse "$lacking"; fi

  for name in $missing; do
    requirement "$name"
    case $name in
      chromium | firefox | webkit)
        echo "Skipping $wanted: found none here, or only a snap. $(variable_of "$name")=/path/to/it names another." ;;
      *) echo "Going without $wanted ($purpose)." ;;
    esac
  done

  [ -n "$to_install" ] || return 0
  echo "Installing from the archive of $(system PRETTY_NAME), with apt-get:"
  for name in $to_install; do
    requirement "$name"
    printf '  %-26s %s\n' "$packages" "$purpose"
  done
  if [ "$(id -u)" != 0 ] && ! sudo -n true 2>/dev/null; then
    if [ ! -t 0 ] || ! sudo -v; then
      echo "lesson: sudo wants a password. Run this, then ./lesson $command again:" >&2
      echo "  sudo apt-get update && sudo apt-get install --no-install-recommends$(packages_of "$to_install")" >&2
      exit 1
    fi
  fi
}

# All packages of the requirements in $1, each with a space before it.
packages_of() {
  local name
  for name in $1; do requirement "$name"; printf ' %s' "$packages"; done
}

# Installs $to_install. Nothing that is there is removed, replaced by an older version, or asked about.
install_packages() {
  local as_root=''
  [ "$(id -u)" = 0 ] || as_root='sudo -n'
  if [ -n "$(dpkg --audit)" ]; then  # what an installation that was stopped has left half-way
    $as_root env DEBIAN_FRONTEND=noninteractive dpkg --configure -a || true
  fi
  $as_root apt-get update
  # shellcheck disable=SC2046,SC2086  # lists of words
  $as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install --yes --fix-broken --no-install-recommends --no-remove $(packages_of "$to_install")
}

# Names what is missing, in $1, and ends the program.
refuse() {
  local name
  {
    echo "./lesson $command needs, on this system ($(system PRETTY_NAME | grep . || uname -sr)):"
    for name in $1; do
      met "$name" || printf '  %-46s %s\n' "$wanted" "${have:+found }${have:-not found}"
    done
    if can_install; then
      echo 'No package brings these here. Nothing else can be done before they are installed.'
    else
      echo 'Nothing was installed or changed. ./lesson installs by itself on Debian 12 and Ubuntu 24.04, and newer ones, as'
      echo "root or with sudo; the packages are called$(packages_of "$1") there."
    fi
  } >&2
  exit 1
}
