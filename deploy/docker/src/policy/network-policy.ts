import { PROCESS_NAMES, PROCESSES, type ProcessName } from '@zing/proto/processes'
import { ROUTED_SERVICES } from '@zing/proto/routes'
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
  /** Name of a Deployment or server, or `namespace NAME`. */
  from: string
  /** Name of a Deployment or server, `namespace NAME`, `public addresses`, or `anywhere`. */
  to: string
  /** 0 for all ports. */
  port: number
}

const NAMESPACE = 'kubernetes.io/metadata.name'
/** Open by port, because they may be outside the cluster. */
export const SERVER_PORTS = { mongodb: 27_017, nats: 4_222, redis: 6_379 } as const
/** Ports and labels of the servers that an overlay runs beside the processes. */
const OWN_SERVERS = {
  mongodb: { clients: [27_017], peers: [27_017], labels: { app: 'mongodb-svc' } },
  nats: { clients: [4_222], peers: [6_222], labels: { 'app.kubernetes.io/name': 'nats' } },
  redis: { clients: [6_379, 26_379], peers: [6_379, 26_379], labels: { app: 'redis' } },
}
type OwnServer = keyof typeof OWN_SERVERS
const METRICS_PORT = 9464
const DNS_PORT = 53
const HTTPS_PORT = 443
const API_PORTS = [443, 6_443]
const ALL_PORTS = 0

const PRIVATE_IPV4 = ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16']
const PUBLIC_IPV6 = '2000::/3'

/** Every connection that a process needs, and no other. */
const NEEDED: Connection[] = [
  { from: 'namespace haproxy-controller', to: 'gateway', port: PROCESSES.gateway.port },
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
  const needed = new Set([...NEEDED, ...neededOf(ownServers(policies))].map(describe))
  for (const connection of needed) check(allowed.has(connection), `${connection} is denied`)
  for (const connection of allowed) check(needed.has(connection), `${connection} is allowed`)

  for (const { metadata, spec } of ofKind(Service, manifests))
    check((spec.type ?? 'ClusterIP') === 'ClusterIP', `${metadata.name}: is reached from outside`)
  return problems
}

/** The servers of an overlay have a policy of their name. A chart or an operator creates the pods. */
function ownServers(policies: NetworkPolicy[]): OwnServer[] {
  return (Object.keys(OWN_SERVERS) as OwnServer[]).filter((name) => policies.some((one) => one.metadata.name === name))
}

function neededOf(servers: OwnServer[]): Connection[] {
  const usesServer = (name: ProcessName, server: OwnServer) =>
    server === 'nats' || PROCESSES[name].servers.some((used) => used === server)
  return servers.flatMap((server) => [
    ...PROCESS_NAMES.filter((name) => usesServer(name, server)).flatMap((from) =>
      OWN_SERVERS[server].clients.map((port) => ({ from, to: server, port })),
    ),
    ...OWN_SERVERS[server].peers.map((port) => ({ from: server, to: server, port })),
    { from: 'namespace monitoring', to: server, port: METRICS_PORT },
    { from: server, to: 'namespace kube-system', port: DNS_PORT },
    ...(server === 'mongodb' ? API_PORTS : []).map((port) => ({ from: server, to: 'anywhere', port })),
  ])
}

/** Reads the policies as a cluster does that denies the rest: between two pods, both sides must allow a connection. */
export function allowedConnections(manifests: unknown[]): Connection[] {
  const policies = ofKind(NetworkPolicy, manifests)
  type Pod = { name: string; labels: Record<string, string> }
  const pods: Pod[] = [
    ...ofKind(Deployment, manifests).map(({ metadata, spec }) => ({
      name: metadata.name,
      labels: spec.template.metadata.labels,
    })),
    ...ownServers(policies).map((name) => ({ name, labels: OWN_SERVERS[name].labels })),
  ]
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
      const outward = rulesOf(pod, 'egress').filter((rule) => admits(rule.to, other.labels))
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
