#!/usr/bin/env bash
# Applies every folder of manifests to a real API server without warnings, and drains three nodes of the overlay three-nodes
# in turn. README.md says what it needs and what it cannot see.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
k8s=$(dirname "$here")
tools=${CHECK_TOOLS:-$HOME/.cache/zing-k8s-check}
work=$(mktemp -d)
pids=()
trap 'exec 2>/dev/null; kill -9 "${pids[@]}"' EXIT

say() { printf '\n== %s\n' "$*"; }
fail() { printf 'FAILED: %s\nlogs: %s\n' "$*" "$work" >&2; exit 1; }
run() { "$tools/bin/$1" "${@:2}" >"$work/$1.log" 2>&1 & pids+=($!); }
until_true() { for _ in $(seq 120); do "$@" >/dev/null 2>&1 && return; sleep 1; done; echo "never true: $*" >&2; return 1; }

say 'build the servers of Kubernetes (once, 14 minutes of one core)'
mkdir -p "$tools" && cd "$tools"
if ! cmp -s "$here/go.mod" built.mod; then
  cp "$here/go.mod" go.mod
  go mod tidy 2>/dev/null && go build -ldflags='-s -w -X k8s.io/component-base/version.gitVersion=v1.37.2' -o bin/ tool
  mv bin/server bin/etcd
  stages=$(go list -m -f '{{.Dir}}' sigs.k8s.io/kwok)/kustomize/stage
  for stage in node/fast/node-initialize node/heartbeat-with-lease/node-heartbeat-with-lease pod/fast/pod-{ready,complete,delete}; do
    echo ---
    sed '/kind: Pod$/,$ s/^  next:/  delay: { durationMilliseconds: 2000 }\n  next:/' "$stages/$stage.yaml" # so that a budget matters
  done >stages.yaml
  cp "$here/go.mod" built.mod
fi

say 'start a cluster'
cd "$work"
etcd=http://127.0.0.1:23790 peer=http://127.0.0.1:23800 port=26443
openssl genrsa -out accounts.key 2048 2>/dev/null
echo 'check,admin,admin,system:masters' >tokens.csv
cat >kubeconfig <<END
apiVersion: v1
kind: Config
clusters: [{ name: check, cluster: { server: https://127.0.0.1:$port, insecure-skip-tls-verify: true } }]
users: [{ name: admin, user: { token: check } }]
contexts: [{ name: check, context: { cluster: check, user: admin } }]
current-context: check
END
export KUBECONFIG=$work/kubeconfig
kubectl() { "$tools/bin/kubectl" "$@"; }
run etcd --data-dir etcd --listen-client-urls $etcd --advertise-client-urls $etcd --listen-peer-urls $peer \
  --initial-advertise-peer-urls $peer --initial-cluster default=$peer
run kube-apiserver --etcd-servers $etcd --bind-address 127.0.0.1 --secure-port $port --cert-dir certs \
  --token-auth-file tokens.csv --authorization-mode RBAC --service-cluster-ip-range 10.96.0.0/16 \
  --service-account-issuer https://check --service-account-key-file accounts.key --service-account-signing-key-file accounts.key
until_true kubectl get --raw /readyz
run kube-controller-manager --kubeconfig kubeconfig --leader-elect=false --secure-port 0 \
  --service-account-private-key-file accounts.key --node-monitor-grace-period 10m # a slow machine is no dead node
run kube-scheduler --kubeconfig kubeconfig --leader-elect=false --secure-port 0
run kwok --kubeconfig kubeconfig --manage-all-nodes --config "$tools/stages.yaml"
for node in 1 2 3; do
  kubectl apply -f - <<END
apiVersion: v1
kind: Node
metadata:
  name: node-$node
  labels: { kubernetes.io/hostname: node-$node, topology.kubernetes.io/zone: zone-$node }
END
  for claim in 1 2 3; do
    kubectl apply -f - >/dev/null <<END
apiVersion: v1
kind: PersistentVolume
metadata: { name: volume-$node-$claim }
spec:
  accessModes: [ReadWriteOnce]
  capacity: { storage: 20Gi }
  hostPath: { path: /none }
END
  done
done
kubectl wait --for=condition=Ready nodes --all --timeout=60s
kubectl get --raw /version | grep gitVersion

say 'apply, no warning allowed'
apply() { kubectl apply --namespace zing --warnings-as-errors -f - "$@"; }
kubectl apply -f "$k8s/overlays/example/namespace.yaml"
until_true kubectl get serviceaccount default --namespace zing
kubectl kustomize "$k8s/base" | apply --dry-run=server >/dev/null || fail base
for overlay in "$k8s"/overlays/*/; do
  kubectl kustomize "$overlay" | apply --dry-run=server >overlay.txt || fail "$overlay"
  echo "$(basename "$overlay"): $(wc -l <overlay.txt) objects"
done
sed 's/\${\w*}/kcheck/g' "$k8s/overlays/three-nodes/secrets.example.yaml" | apply >/dev/null
kubectl kustomize "$k8s/overlays/three-nodes" | apply >/dev/null

if [ -n "${NATS_CHART:-}" ]; then
  helm template nats "$NATS_CHART" --kube-version 1.37.2 --namespace zing --values "$k8s/overlays/three-nodes/charts/nats.yaml" | apply
else
  echo 'skipped: the chart of NATS (NATS_CHART)'
fi
if [ -n "${MONGODB_CRD:-}" ]; then
  kubectl apply --server-side -f "$MONGODB_CRD"
  kubectl wait --for=condition=Established --timeout=60s -f "$MONGODB_CRD"
  apply <"$k8s/overlays/three-nodes/mongodb.yaml"
else
  echo 'skipped: the resource of the MongoDB operator (MONGODB_CRD)'
fi

say 'three of each, none two on a node'
listed() { kubectl get pods --namespace zing --no-headers -o custom-columns="$1" "${@:2}"; }
group='APP:.metadata.labels.app,NAME:.metadata.labels.app\.kubernetes\.io/name'
budgets() { kubectl get pdb --namespace zing --no-headers -o custom-columns="$1"; }
has_all() { budgets NAME:.metadata.name,N:.status.currentHealthy | awk '$1 != "mongodb" && $2 != 3 { isBad = 1 } END { exit isBad }'; }
wait_for_all() {
  until_true has_all || fail "$(kubectl get events --namespace zing --field-selector type=Warning --no-headers | tail -n 3)"
}
wait_for_all
listed "$group,NODE:.spec.nodeName" | sort | uniq -c | sort -k 4 | tee spread.txt
! grep -qv '^ *1 ' spread.txt || fail 'two pods of a kind are on one node'

say 'drain each node'
listed "NAME:.metadata.name,$group,READY:.status.conditions[?(@.type==\"Ready\")].status,END:.metadata.deletionTimestamp" \
  --watch >watch.txt 2>watch.log &
pids+=($!)
first=$(listed NAME:.metadata.name | wc -l)
until_true test "$first" -eq "$(wc -l <watch.txt)"
for node in 1 2 3; do
  kubectl drain "node-$node" --delete-emptydir-data --timeout=300s >drain.txt 2>&1 || fail "$(cat drain.txt)"
  echo "node-$node: $(grep -c ' evicted$' drain.txt) evicted, $(grep -c 'violate' drain.txt || true) attempts refused by a budget"
  kubectl uncordon "node-$node" >/dev/null
  wait_for_all
done

say 'ready pods, at least'
budgets NAME:.metadata.name,D:.status.desiredHealthy >desired.txt
awk -v first="$first" '
  NR == FNR { desired[$1] = $2; next }
  {
    kind = $2 != "<none>" ? $2 : $3; sub(/-svc$/, "", kind)
    isHealthy = $4 == "True" && $5 == "<none>"
    healthy[kind] += isHealthy - was[$1]; was[$1] = isHealthy
    if (FNR >= first && (!(kind in least) || healthy[kind] < least[kind])) least[kind] = healthy[kind]
  }
  END {
    for (kind in desired) {
      if (!(kind in least)) { printf "%-8s no pods\n", kind; continue }
      printf "%-8s %d of %d\n", kind, least[kind], desired[kind]
      if (least[kind] < desired[kind]) isBad = 1
    }
    exit isBad
  }' desired.txt watch.txt || fail 'a budget was not kept'
say 'passed'
rm -rf "$work"
