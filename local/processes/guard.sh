#!/bin/sh
# Holds the other end of a pipe from the supervisor. When the pipe ends, the supervisor is gone: every process
# group that was named here is asked to stop, and killed three seconds later.
#   add <pid> <signal>   drop <pid>
trap '' INT TERM HUP QUIT
groups=""
while read -r verb pid signal; do
  rest=""
  for group in $groups; do
    [ "${group%%:*}" = "$pid" ] || rest="$rest $group"
  done
  groups="$rest"
  [ "$verb" = add ] && groups="$groups $pid:$signal"
done
[ -n "$groups" ] || exit 0
for group in $groups; do
  kill -s "${group#*:}" -- "-${group%%:*}" 2>/dev/null
done
tries=0
while [ "$tries" -lt 15 ]; do
  left=""
  for group in $groups; do
    kill -s 0 -- "-${group%%:*}" 2>/dev/null && left=yes
  done
  [ -n "$left" ] || exit 0
  sleep 0.2
  tries=$((tries + 1))
done
for group in $groups; do
  kill -s KILL -- "-${group%%:*}" 2>/dev/null
done
