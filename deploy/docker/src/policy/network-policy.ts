import { ROUTED_SERVICES } from '@zing/proto/http/routes'
import { PROCESS_NAMES, PROCESSES } from '@zing/proto/processes'
import {
  createChecks,
  Deployment,
  type IpBlock,
  NetworkPolicy,
  ofKind,
  type Peer,
  type Rule,
  Service,
} from './manifests.ts'

/** A connection that the NetworkPolicies let through. */
export interface Connection {
  /** Name of a Deployment, or `namespace NAME`. */
  from: string
  /** Name of a Deployment, `namespace NAME`, `public addresses`, or `anywhere`. */
  to: string
  /** 0 for all ports. */
  port: number
}

const NAMESPACE = 'kubernetes.io/metadata.name'
/** Outside the cluster's namespace, open by port. */
export const SERVER_PORTS = { mongodb: 27_017, nats: 4_222, redis: 6_379 } as const
const METRICS_PORT = 9464
const DNS_PORT = 53
const HTTPS_PORT = 443
const ALL_PORTS = 0

const PRIVATE_IPV4 = ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16']
const PUBLIC_IPV6 = '2000::/3'

/** Every connection that a process needs, and no other. */
const NEEDED: Connection[] = [
  { from: 'namespace ingress-nginx', to: 'gateway', port: PROCESSES.gateway.port },
  ...ROUTED_SERVICES.map((to) => ({ from: 'gateway', to, port: PROCESSES[to].port })),
  { from: 'social', to: 'public addresses', port: HTTPS_PORT }, // push hosts
  ...PROCESS_NAMES.flatMap((name) => [
    ...PROCESSES[name].servers.map((server) => ({ from: name, to: 'anywhere', port: SERVER_PORTS[server] })),
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
  const named = outside.map(({ namespaceSelector, ipBlock }) => {
    const name = namespaceSelector?.matchLabels[NAMESPACE]
    if (ipBlock && isPublic(ipBlock)) return 'public addresses'
    return name ? `namespace ${name}` : 'anywhere'
  })
  return [...new Set(named)]
}

/** True for a block without the addresses of private networks. */
function isPublic({ cidr, except = [] }: IpBlock): boolean {
  if (cidr.includes(':')) return cidr === PUBLIC_IPV6
  return PRIVATE_IPV4.every((network) => except.includes(network))
}

/** A rule without ports is for all. */
function portsOf({ ports }: Rule): number[] {
  return ports ? ports.map(({ port }) => port) : [ALL_PORTS]
}

function commonPorts(some: number[], others: number[]): number[] {
  const isIn = (port: number, list: number[]) => list.includes(port) || list.includes(ALL_PORTS)
  return [...new Set([...some.filter((port) => isIn(port, others)), ...others.filter((port) => isIn(port, some))])]
}
