# shellcheck shell=bash
# Runs the steps of a command, one or several side by side: shows which and for how long, keeps the log of each, stops all
# on Ctrl-C. Written for Bash 3.2, the one macOS has.

step=0    # how many have begun
steps=0   # how many there will be; the command sets it
code=0    # the exit code of the step that ended last,
took=0    # its seconds
ended=''  # and its name

# The steps that run. Each has a place, the same in all lists, which is free again when it has ended.
places=0  # how many places there are
running=0  # how many are taken
groups=()  # the process group of the step; '' at a free place
names=()
labels=()
begins=()
shown=()  # not '' where all output is shown

# Starts the command $3... as the step $1, shown as $2, with its output in build/logs/$1.log. With `show` as first word all
# output is shown; no other step may run then.
# Never call this in a condition, or left of && and ||: Bash would not stop the command at its first error.
start_step() {
  local show='' log place=0
  if [ "$1" = show ]; then show=1; shift; fi
  while [ -n "${groups[$place]:-}" ]; do place=$((place + 1)); done
  if [ $place = $places ]; then places=$((places + 1)); fi
  step=$((step + 1)) running=$((running + 1))
  log=build/logs/$1.log
  names[place]=$1 labels[place]="[$step/$steps] $2" begins[place]=$SECONDS shown[place]=$show
  shift 2
  mkdir -p build/logs

  # Job control gives the step a process group of its own, so that all of it can be stopped, and at once.
  set -m
  if [ -n "$show" ]; then
    (set -o pipefail; (set -e; "$@") 2>&1 </dev/null | tee "$log") &
  else
    (set -e; "$@") >"$log" 2>&1 </dev/null &
  fi
  groups[place]=$!
  set +m
  if [ -n "$show" ] || ! on_terminal; then echo "${labels[place]} …"; fi
}

# Waits until one of the steps that run has ended and tells how. A failure shows the end of its log.
wait_step() {
  local place second='' log label
  while :; do
    for ((place = 0; place < places; place++)); do
      if [ -n "${groups[place]}" ] && ! kill -0 "${groups[place]}" 2>/dev/null; then break 2; fi
    done
    if [ "$second" != $SECONDS ]; then second=$SECONDS; show_time; fi
    sleep 0.2
  done
  code=0
  wait "${groups[place]}" || code=$?
  ended=${names[place]} label=${labels[place]} took=$((SECONDS - begins[place])) log=build/logs/$ended.log
  groups[place]='' running=$((running - 1))

  if on_terminal; then printf '\r\033[K'; fi
  if [ "$code" = 0 ]; then
    echo "$label, $took s"
  else
    echo "$label, failed after $took s"
    if [ -z "${shown[place]}" ]; then
      echo "The last lines of $PWD/$log:"
      tail -n 40 "$log" | sed 's/^/  /'
    fi
    echo "The full log: $PWD/$log"
  fi
}

# Runs a step, described as for start_step, alone.
run_step() {
  start_step "$@"
  wait_step
}

# Is the word $1 in the list $2?
is_in() {
  case " $2 " in *" $1 "*) return 0 ;; esac
  return 1
}

# Runs the steps $@, each as soon as what it needs is there, two side by side where there are two processors. The browsers
# share all processors among them, so they run alone. The command says, by functions of its own, which step must have
# succeeded before step $1 (before), how it is started (start), and is told how it ended, in `ended`, `code` and `took`
# (note_ended), or that it cannot begin (note_skipped).
run_all() {
  local waiting=" $* " good=' ' lanes=2 name first
  if [ "$(processors)" -lt 2 ]; then lanes=1; fi
  while :; do
    for name in $waiting; do
      first=$(before "$name")
      if [ -n "$first" ] && is_in "$first" "$waiting$(running_steps)"; then continue; fi
      if [ -n "$first" ] && ! is_in "$first" "$good"; then
        waiting=${waiting/ $name / }
        note_skipped "$name"
      elif [ $running = 0 ] || { [ $running -lt $lanes ] && ! is_in browser "$name $(running_steps)"; }; then
        waiting=${waiting/ $name / }
        start "$name"
      fi
    done
    if [ $running = 0 ]; then return 0; fi
    wait_step
    if [ "$code" = 0 ]; then good="$good$ended "; fi
    note_ended
  done
}

# The names of the steps that run.
running_steps() {
  local place
  for ((place = 0; place < places; place++)); do
    if [ -n "${groups[place]}" ]; then printf '%s ' "${names[place]}"; fi
  done
}

# A terminal that can redraw its line?
on_terminal() {
  [ -t 1 ] && [ "${TERM:-dumb}" != dumb ]
}

# Shows, on one line, what runs and the seconds since it began.
show_time() {
  local place line='' width
  on_terminal || return 0
  for ((place = 0; place < places; place++)); do
    [ -n "${groups[place]}" ] || continue
    if [ -n "${shown[place]}" ]; then return 0; fi
    line="$line${line:+   }${labels[place]} … $((SECONDS - begins[place])) s"
  done
  width=$(tput cols 2>/dev/null || echo 80)
  printf '\r\033[K%s' "${line:0:$((width - 1))}"
}

# How many processors there are for us.
processors() {
  nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1
}

# The processes $@ and all that they started, whatever process groups they made for themselves: its children and theirs, and,
# where there is a /proc, those that left their parents but have our mark in their environment.
export LESSON_RUN=$$
family() {
  local all parent child before=''
  all=" $* $(grep -lzx "LESSON_RUN=$LESSON_RUN" /proc/[0-9]*/environ 2>/dev/null | tr -cs '0-9\n' ' ' | tr '\n' ' ')"
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

# However this program ends: asks the steps that still run to stop, then makes them.
stop_steps() {
  local all signal
  trap '' INT TERM HUP PIPE
  [ $running != 0 ] || return 0
  all=$(family "${groups[@]}")
  for signal in INT TERM KILL; do
    all="$all $(family "${groups[@]}")"
    # shellcheck disable=SC2086  # a list of processes
    send "$signal" $all
    # shellcheck disable=SC2086
    if gone $all; then break; fi
  done
  wait 2>/dev/null || true
  printf '\nStopped.\n' 2>/dev/null || true
}
trap 'exit 130' INT TERM HUP PIPE
trap stop_steps EXIT
