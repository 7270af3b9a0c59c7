#!/bin/sh
# Holds the other end of a pipe from the supervisor. When the pipe ends, the supervisor is gone: every process
# group that was named here is asked to stop, and killed three seconds later. Then the cgroups that it names go.
#   add <pid> <signal> [<cgroup>...]   drop <pid>
trap '' INT TERM HUP QUIT
set -f
groups=""
cgroups=""
without() { # PID ENTRY...
  gone="$1"
  shift
  for entry in "$@"; do [ "${entry%%:*}" = "$gone" ] || printf ' %s' "$entry"; done
}
while read -r verb pid signal folders; do
  groups=$(without "$pid" $groups)
  cgroups=$(without "$pid" $cgroups)
  [ "$verb" = add ] || continue
  groups="$groups $pid:$signal"
  for folder in $folders; do cgroups="$cgroups $pid:$folder"; done
done
signal_all() { # SIGNAL
  for group in $groups; do kill -s "${1:-${group#*:}}" -- "-${group%%:*}" 2>/dev/null; done
}
are_gone() {
  for group in $groups; do kill -s 0 -- "-${group%%:*}" 2>/dev/null && return 1; done
  return 0
}
# Whoever has begun it again meanwhile has processes in it: those of the dead are gone within moments.
are_removed() {
  left=0
  for entry in $cgroups; do
    folder=${entry#*:}
    [ -z "$(find "$folder" -name cgroup.procs -exec cat {} + 2>/dev/null)" ] && find "$folder" -depth -type d -exec rmdir {} \; 2>/dev/null
    [ ! -d "$folder" ] || left=1
  done
  return "$left"
}
until_done() { # TRIES COMMAND
  tries=$1
  until "$2"; do
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || return 1
    sleep 0.2
  done
}
[ -n "$groups" ] || exit 0
signal_all
until_done 15 are_gone || signal_all KILL
until_done 50 are_removed
