#!/bin/sh
# The network of one cluster: a bridge in a namespace of its own, and one link from this machine to it. It lasts as long
# as this process; with the namespace the link goes, and with the link this machine's routes.
#   LINK HOST_ADDRESS PODS SERVICES
set -eu
if [ "${1:-}" != inside ]; then
  exec 9</proc/self/ns/net
  exec setpriv --pdeathsig KILL unshare --net /bin/sh "$0" inside
fi
here() { nsenter --net=/proc/self/fd/9 "$@"; }
ip link set lo up
ip link add nodes type bridge
ip link set nodes up
# A link of an earlier run goes as soon as the kernel has cleared its namespace away; one that stays is somebody else's.
tries=50
until here ip link add "$LINK" type veth peer name machine netns "$$"; do
  tries=$((tries - 1))
  [ "$tries" -gt 0 ] || exit 1
  sleep 0.1
done
ip link set machine master nodes up
here ip addr add "$HOST_ADDRESS/24" dev "$LINK"
here ip link set "$LINK" up
# Who answered for an address is asked again after a second or two: when a node stands still another one leads to Services.
for setting in base_reachable_time_ms=1000 delay_first_probe_time=1 retrans_time_ms=250; do
  here sysctl -qw "net.ipv4.neigh.$LINK.$setting"
done
# Nodes answer for the addresses of their pods and of Services, so that nothing here changes when nodes come and go.
here ip route add "$PODS" dev "$LINK"
here ip route add "$SERVICES" dev "$LINK"
echo ready
exec sleep infinity
