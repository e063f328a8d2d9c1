# shellcheck shell=bash
# Runs one step of a command after another: shows which and for how long, keeps its log, stops it on Ctrl-C.

step=0    # how many have begun
steps=0   # how many there will be; the command sets it
job=''    # the process group of the running step
ticker=''
code=0   # of the last step
took=0   # seconds

# Runs the command $3... as the step $1, shown as $2, with its output in build/logs/$1.log, and leaves its exit code in
# `code` and its seconds in `took`. A failure shows the end of the log. With `show` as first word all output is shown.
# Never call this in a condition, or left of && and ||: Bash would not stop the command at its first error.
run_step() {
  local show='' log label begin=$SECONDS
  if [ "$1" = show ]; then show=1; shift; fi
  log=build/logs/$1.log step=$((step + 1)) code=0
  label="[$step/$steps] $2"
  shift 2
  mkdir -p build/logs

  # Job control gives the step a process group of its own, so that all of it can be stopped, and at once.
  set -m
  if [ -n "$show" ]; then
    echo "$label …"
    (set -o pipefail; (set -e; "$@") 2>&1 </dev/null | tee "$log") &
    job=$!
  else
    (set -e; "$@") >"$log" 2>&1 </dev/null &
    job=$!
    if on_terminal; then tick "$label" & ticker=$!; else echo "$label …"; fi
  fi
  set +m
  wait "$job" || code=$?
  stop_ticker
  job=''

  took=$((SECONDS - begin))
  if on_terminal; then printf '\r\033[K'; fi
  if [ "$code" = 0 ]; then
    echo "$label, $took s"
  else
    echo "$label, failed after $took s"
    if [ -z "$show" ]; then
      echo "The last lines of $PWD/$log:"
      tail -n 40 "$log" | sed 's/^/  /'
    fi
    echo "The full log: $PWD/$log"
  fi
}

# A terminal that can redraw its line?
on_terminal() {
  [ -t 1 ] && [ "${TERM:-dumb}" != dumb ]
}

# Shows the label $1 and the seconds since, on one line, until it is stopped.
tick() {
  local begin=$SECONDS width
  width=$(tput cols 2>/dev/null || echo 80)
  while :; do
    printf '\r\033[K%s … %d s' "${1:0:$((width - 12))}" $((SECONDS - begin))
    sleep 1
  done
}

stop_ticker() {
  [ -n "$ticker" ] || return 0
  kill -KILL -- "-$ticker" 2>/dev/null || true
  wait "$ticker" 2>/dev/null || true
  ticker=''
}

# Process $1 and all that it started, whatever process groups they made for themselves: its children and theirs, and,
# where there is a /proc, those that left their parents but have our mark in their environment.
export LESSON_RUN=$$
family() {
  local all parent child before=''
  all=" $1 $(grep -lzx "LESSON_RUN=$LESSON_RUN" /proc/[0-9]*/environ 2>/dev/null | tr -cs '0-9\n' ' ' | tr '\n' ' ')"
  while [ "$all" != "$before" ]; do
    before=$all
    while read -r child parent; do
      case $all in *" $child "*) continue ;; esac
      case $all in *" $parent "*) all="$all$child " ;; esac
    done <<< "$(processes)"
  done
  echo "$all"
}

# Every process and its parent, a pair a line. A small container has no ps, but a /proc.
processes() {
  local stat
  if command -v ps >/dev/null; then ps -A -o pid= -o ppid=; return; fi
  for stat in /proc/[0-9]*/stat; do
    sed -n 's/^\([0-9]*\) .*) [A-Z] \([0-9]*\) .*/\1 \2/p' "$stat" 2>/dev/null
  done
}

# Sends signal $1 to the processes $2...; those that sudo started are root's.
send() {
  local signal=$1 process
  shift
  for process; do
    kill "-$signal" "$process" 2>/dev/null && continue
    if [ -d "/proc/$process" ] && [ "$(id -u)" != 0 ]; then sudo -n kill "-$signal" "$process" 2>/dev/null; fi
  done
}

# Waits until none of $@ runs, up to three seconds.
gone() {
  local process state end=$((SECONDS + 3))
  while [ $SECONDS -le $end ]; do
    for process; do
      state=$(sed -n 's/^.*) \([A-Z]\) .*/\1/p' "/proc/$process/stat" 2>/dev/null || true)
      if [ "$state" != Z ] && [ "$state" != X ] && kill -0 "$process" 2>/dev/null; then sleep 0.2; continue 2; fi
    done
    return 0
  done
  return 1
}

# However this program ends: asks a step that still runs to stop, then makes it.
stop_step() {
  local all signal
  trap '' INT TERM HUP PIPE
  stop_ticker
  [ -n "$job" ] || return 0
  all=$(family "$job")
  for signal in INT TERM KILL; do
    all="$all $(family "$job")"
    # shellcheck disable=SC2086  # a list of processes
    send "$signal" $all
    # shellcheck disable=SC2086
    if gone $all; then break; fi
  done
  wait "$job" 2>/dev/null || true
  printf '\nStopped.\n' 2>/dev/null || true
}
trap 'exit 130' INT TERM HUP PIPE
trap stop_step EXIT
