#!/bin/sh
# One node: namespaces of its own, in which containerd, kubelet and kube-proxy run. When its first process goes, all go.
#   NODE_NAME NODE_DIR NODE_BIN NODE_ADDRESS NODE_PORT_NAME NODE_CPU NODE_MEMORY_MB
#   CLUSTER_PODS CLUSTER_SERVICES HOST_ADDRESS NETWORK_PID CGROUP
#   NODE_NETWORK: `bridge`, or `none` where a pod of the cluster's brings it, as on a server
# 1. `run`: a folder in every cgroup hierarchy, a network namespace with one link to the cluster's bridge
# 2. `own`: the other namespaces; the cgroup folders become the roots that the node sees
# 3. `inside`: mounts, so that what is written at fixed places lies in the node's folder; then the programs
set -eu
limit() { [ ! -e "$1" ] || echo "$2" > "$1"; }
hierarchies() { awk '$3 == "cgroup" || $3 == "cgroup2" { print $2 }' /proc/mounts; }

case ${1:-} in
run)
  for path in $(hierarchies); do
    mkdir -p "$path/$CGROUP"
    case $path in */cpuset) for file in cpus mems; do cat "$path/cpuset.$file" > "$path/$CGROUP/cpuset.$file"; done ;; esac
    # Where another version has the controllers, it is refused.
    limit "$path/cgroup.subtree_control" "+cpu +memory +pids" 2>/dev/null || true
    # What the server type has, and no more; each hierarchy knows some of these.
    limit "$path/$CGROUP/cpu.cfs_quota_us" "${NODE_CPU}00000"
    limit "$path/$CGROUP/memory.limit_in_bytes" "${NODE_MEMORY_MB}M"
    limit "$path/$CGROUP/cpu.max" "${NODE_CPU}00000 100000"
    limit "$path/$CGROUP/memory.max" "${NODE_MEMORY_MB}M"
    echo $$ > "$path/$CGROUP/cgroup.procs"
  done
  exec setpriv --pdeathsig KILL unshare --net /bin/sh "$0" own
  ;;
own)
  # Of an earlier life, whose namespaces may take a moment to go.
  nsenter -t "$NETWORK_PID" -n ip link del "$NODE_PORT_NAME" 2>/dev/null || true
  nsenter -t "$NETWORK_PID" -n ip link add "$NODE_PORT_NAME" type veth peer name eth0 netns "$$"
  nsenter -t "$NETWORK_PID" -n ip link set "$NODE_PORT_NAME" master nodes up
  ip link set lo up
  ip addr add "$NODE_ADDRESS/24" dev eth0
  ip link set eth0 up
  ip route add default via "$HOST_ADDRESS"
  [ "$NODE_NETWORK" = none ] || ip route add "$CLUSTER_PODS" dev eth0 src "$NODE_ADDRESS"
  # A bridge without members: kernels without the dummy device have it.
  ip link add services type bridge
  ip link set services up
  ip route add "$CLUSTER_SERVICES" dev services src "$NODE_ADDRESS"
  if [ "$NODE_NETWORK" != none ]; then
    # Pods keep their address among each other, on other nodes too: network policies go by it.
    nft "add table ip berth; add chain ip berth out { type nat hook postrouting priority srcnat; }"
    nft "add rule ip berth out ip saddr $CLUSTER_PODS ip daddr != $CLUSTER_PODS oifname eth0 masquerade"
  fi
  exec setpriv --pdeathsig KILL unshare --mount --pid --uts --ipc --cgroup --fork --kill-child /bin/sh "$0" inside
  ;;
inside)
  hostname "$NODE_NAME"
  mount --make-rprivate /
  mount --make-rshared /
  mount -t proc proc /proc
  mkdir -p /var/lib/kubelet /var/lib/containerd /var/lib/cni /etc/cni /opt/cni
  cd "$NODE_DIR"
  mkdir -p kubelet containerd log cni-state cni-conf/net.d opt/bin
  [ "$NODE_NETWORK" = none ] || cp cni.conflist cni-conf/net.d/10-berth.conflist
  mount --rbind kubelet /var/lib/kubelet
  mount --make-rshared /var/lib/kubelet
  mount --bind containerd /var/lib/containerd
  mount --bind log /var/log
  mount --bind cni-state /var/lib/cni
  mount --bind cni-conf /etc/cni
  mount --bind opt /opt/cni
  if [ "$NODE_NETWORK" = none ]; then
    # Who brings the network writes its programs there, and settings that are not the node's alone.
    cp -u "$NODE_BIN"/cni/* opt/bin/
    mkdir -p sysctl.d
    [ ! -d /etc/sysctl.d ] || mount --bind sysctl.d /etc/sysctl.d
  else
    mount --bind "$NODE_BIN/cni" /opt/cni/bin
  fi
  mount --bind resolv.conf /etc/resolv.conf
  mount --bind hosts /etc/hosts
  mount -t tmpfs tmpfs /run
  mkdir -p /run/netns /run/lock
  mount --make-rshared /run
  groups=$(awk '{ for (i = 1; i <= NF; i++) if ($i == "-" && $(i + 1) ~ /^cgroup2?$/) print $5, $(i + 1), $(i + 3) }' /proc/self/mountinfo)
  mount -t sysfs sysfs /sys
  if [ "$(echo "$groups" | wc -l)" = 1 ] && echo "$groups" | grep -q ' cgroup2 '; then
    mount -t cgroup2 cgroup2 /sys/fs/cgroup
    # A group with members has no limits for groups below it.
    mkdir -p /sys/fs/cgroup/programs
    while read -r pid; do echo "$pid" > /sys/fs/cgroup/programs/cgroup.procs; done < /sys/fs/cgroup/cgroup.procs
    for name in $(cat /sys/fs/cgroup/cgroup.controllers); do echo "+$name" > /sys/fs/cgroup/cgroup.subtree_control; done
  else
    mount -t tmpfs -o mode=755 tmpfs /sys/fs/cgroup
    echo "$groups" | while read -r path type options; do
      mkdir -p "/sys/fs/cgroup/${path##*/}"
      mount -t "$type" -o "${options#rw,}" "$type" "/sys/fs/cgroup/${path##*/}" 2>/dev/null || mount -t "$type" "$type" "/sys/fs/cgroup/${path##*/}"
    done
  fi
  # The kubelet reads here what its machine has; containers have their own /proc and /sys.
  sed "s/^MemTotal: .*/MemTotal: $((NODE_MEMORY_MB * 1024)) kB/" /proc/meminfo > meminfo
  mount --bind meminfo /proc/meminfo
  mount -t tmpfs tmpfs /sys/devices/system/node
  mount -t tmpfs tmpfs /sys/devices/system/cpu
  number=0
  while [ "$number" -lt "$NODE_CPU" ]; do mkdir "/sys/devices/system/cpu/cpu$number"; number=$((number + 1)); done
  echo "0-$((NODE_CPU - 1))" > /sys/devices/system/cpu/online
  if [ "$NODE_NETWORK" = none ]; then
    # Cilium would set them for the whole machine, the first so that it is never taken back.
    for file in /proc/sys/kernel/unprivileged_bpf_disabled /proc/sys/kernel/timer_migration; do
      [ ! -e "$file" ] || { mount --bind "$file" "$file" && mount -o remount,bind,ro "$file"; }
    done
  fi
  sysctl -qw net.ipv4.ip_forward=1 net.ipv4.conf.eth0.proxy_arp=1
  sysctl -qw net.bridge.bridge-nf-call-iptables=1 2>/dev/null || true
  export PATH="$NODE_BIN:$PATH"
  # A program that ends is started again, as by a machine's service manager, and pods go on meanwhile. One that cannot run
  # ends its keeper.
  keep() {
    short=0
    while [ "$short" -lt 5 ]; do
      begun=$(cut -d. -f1 /proc/uptime)
      "$@" || true
      if [ $(($(cut -d. -f1 /proc/uptime) - begun)) -lt 10 ]; then short=$((short + 1)); else short=0; fi
      sleep 1
    done
  }
  keep containerd --config "$NODE_DIR/containerd.toml" > log/containerd.log 2>&1 &
  pids=$!
  until [ -S /run/containerd/containerd.sock ]; do kill -0 $pids && sleep 0.05; done
  keep kubelet --config="$NODE_DIR/kubelet.yaml" --kubeconfig="$NODE_DIR/kubelet.kubeconfig" \
    --hostname-override="$NODE_NAME" --node-ip="$NODE_ADDRESS" > log/kubelet.log 2>&1 &
  pids="$pids $!"
  keep kube-proxy --config="$NODE_DIR/kube-proxy.yaml" > log/kube-proxy.log 2>&1 &
  pids="$pids $!"
  # One keeper gone is the node gone: the supervisor starts it again.
  while :; do
    for pid in $pids; do kill -0 "$pid" || exit 1; done
    sleep 1
  done
  ;;
esac
