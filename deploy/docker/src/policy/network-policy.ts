import { createChecks, Deployment, NetworkPolicy, ofKind, type Peer, type Rule, Service } from './manifests.ts'

/** A connection that the NetworkPolicies let through. */
export interface Connection {
  /** Name of a Deployment, or `namespace NAME`. */
  from: string
  /** Name of a Deployment, `namespace NAME`, or `anywhere`. */
  to: string
  /** 0 for all ports. */
  port: number
}

const NAMESPACE = 'kubernetes.io/metadata.name'
/** Outside the cluster's namespace, open by port. */
export const SERVER_PORTS = { mongodb: 27_017, nats: 4_222, redis: 6_379 } as const
const SERVICES = { auth: 3001, social: 3002, chat: 3003, admin: 3004 } as const
const GATEWAY_PORT = 8080
const METRICS_PORT = 9464
const DNS_PORT = 53
const ALL_PORTS = 0
const WITH_REDIS = ['gateway', 'auth', 'chat']

/** Every connection that a process needs, and no other. */
const NEEDED: Connection[] = [
  { from: 'namespace ingress-nginx', to: 'gateway', port: GATEWAY_PORT },
  ...Object.entries(SERVICES).flatMap(([name, port]) => [
    { from: 'gateway', to: name, port },
    { from: name, to: 'anywhere', port: SERVER_PORTS.mongodb },
  ]),
  ...WITH_REDIS.map((from) => ({ from, to: 'anywhere', port: SERVER_PORTS.redis })),
  ...['gateway', ...Object.keys(SERVICES)].flatMap((name) => [
    { from: 'namespace monitoring', to: name, port: METRICS_PORT },
    { from: name, to: 'namespace kube-system', port: DNS_PORT },
    { from: name, to: 'anywhere', port: SERVER_PORTS.nats },
  ]),
]

/** Returns connections that are needed and denied, or allowed without need, and Services that are reached from outside. */
export function networkProblems(manifests: unknown[]): string[] {
  const { problems, check } = createChecks()
  const policies = ofKind(NetworkPolicy, manifests)
  const deniesAll = ({ spec }: NetworkPolicy) =>
    !spec.podSelector.matchLabels && spec.policyTypes.length === 2 && spec.ingress.length + spec.egress.length === 0
  check(policies.some(deniesAll), 'nothing is denied by default')

  const describe = ({ from, to, port }: Connection) => `${from} to ${to} on ${port}`
  const allowed = new Set(allowedConnections(manifests).map(describe))
  const needed = new Set(NEEDED.map(describe))
  for (const connection of needed) check(allowed.has(connection), `${connection} is denied`)
  for (const connection of allowed) check(needed.has(connection), `${connection} is allowed`)

  for (const { metadata, spec } of ofKind(Service, manifests))
    check((spec.type ?? 'ClusterIP') === 'ClusterIP', `${metadata.name}: is reached from outside`)
  return problems
}

/** Reads the policies as a cluster does that denies the rest: between two pods, both sides must allow a connection. */
export function allowedConnections(manifests: unknown[]): Connection[] {
  const pods = ofKind(Deployment, manifests).map(({ metadata, spec }) => ({
    name: metadata.name,
    labels: spec.template.metadata.labels,
  }))
  const policies = ofKind(NetworkPolicy, manifests)
  type Pod = (typeof pods)[number]
  const rulesOf = (pod: Pod, side: 'ingress' | 'egress') =>
    policies.filter(({ spec }) => selects(spec.podSelector, pod.labels)).flatMap(({ spec }) => spec[side])

  return pods.flatMap((pod) => {
    const inward = rulesOf(pod, 'ingress').flatMap((rule) =>
      outsideOf(rule.from).flatMap((from) => portsOf(rule).map((port) => ({ from, to: pod.name, port }))),
    )
    const outward = rulesOf(pod, 'egress').flatMap((rule) =>
      outsideOf(rule.to).flatMap((to) => portsOf(rule).map((port) => ({ from: pod.name, to, port }))),
    )
    const between = pods.flatMap((other) => {
      const outward = rulesOf(pod, 'egress').filter((rule) => namesPod(rule.to, other.labels))
      const inward = rulesOf(other, 'ingress').filter((rule) => admits(rule.from, pod.labels))
      const ports = commonPorts(outward.flatMap(portsOf), inward.flatMap(portsOf))
      return ports.map((port) => ({ from: pod.name, to: other.name, port }))
    })
    return [...inward, ...outward, ...between]
  })
}

function selects(
  { matchLabels = {} }: { matchLabels?: Record<string, string> | undefined },
  labels: Record<string, string>,
): boolean {
  return Object.entries(matchLabels).every(([name, value]) => labels[name] === value)
}

function namesPod(peers: Peer[] | undefined, labels: Record<string, string>): boolean {
  return (peers ?? []).some(
    ({ podSelector, namespaceSelector }) => podSelector && !namespaceSelector && selects(podSelector, labels),
  )
}

/** A rule without peers admits all. */
function admits(peers: Peer[] | undefined, labels: Record<string, string>): boolean {
  return !peers || namesPod(peers, labels)
}

function outsideOf(peers: Peer[] | undefined): string[] {
  if (!peers) return ['anywhere']
  const outside = peers.filter(({ podSelector, namespaceSelector }) => namespaceSelector || !podSelector)
  return outside.map(({ namespaceSelector }) => {
    const name = namespaceSelector?.matchLabels[NAMESPACE]
    return name ? `namespace ${name}` : 'anywhere'
  })
}

/** A rule without ports is for all. */
function portsOf({ ports }: Rule): number[] {
  return ports ? ports.map(({ port }) => port) : [ALL_PORTS]
}

function commonPorts(some: number[], others: number[]): number[] {
  const isIn = (port: number, list: number[]) => list.includes(port) || list.includes(ALL_PORTS)
  return [...new Set([...some.filter((port) => isIn(port, others)), ...others.filter((port) => isIn(port, some))])]
}
