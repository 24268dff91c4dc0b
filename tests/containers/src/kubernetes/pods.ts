import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Connection, SERVER_PORTS } from '@zing/docker/policy/network-policy'
import { stringify } from 'yaml'
import type { Product } from '../product/product.ts'
import { waitFor } from '../wait-for.ts'
import type { PodmanManifest } from './podman-manifest.ts'

const PLAY_MS = 120_000
const READY_MS = 120_000
const INGRESS = 'namespace haproxy-controller'
const PUBLIC = 'public addresses'
/** Networks with a route to the outside. */
const OUTER_NETWORKS = { ingress: 'outside', push: 'push-hosts' }
/** From this version on podman takes Secrets from manifests. */
const SECRETS_IN_MANIFESTS = [4, 4]

/**
 * Starts the pods of each Deployment, and waits until they are ready. Their networks allow what the NetworkPolicies
 * allow.
 */
export async function startPods(
  product: Product,
  manifests: PodmanManifest[],
  connections: Connection[],
  folder: string,
): Promise<void> {
  for (const manifest of manifests) {
    const { app, objects, secret } = manifest
    const networks = networksOf(app, connections)
    for (const network of networks) await ensureNetwork(product, network)
    const file = path.join(folder, `${app}.yaml`)
    const secrets = await provideSecret(product, secret, folder)
    await writeFile(file, [...secrets, ...objects].map((object) => stringify(object)).join('---\n'), { mode: 0o600 })
    const joined = networks.flatMap((network) => ['--network', `${product.project}_${network}:alias=${app}`])
    await product.engine.run(['kube', 'play', ...joined, file], { timeoutMs: PLAY_MS })
  }
  for (const manifest of manifests) await waitReady(product, manifest)
}

/** Names of the containers that run a Deployment's process, one per pod. */
export async function podContainers({ engine }: Product, { podPrefix }: PodmanManifest): Promise<string[]> {
  const names = await engine.run(['ps', '--format', '{{.Names}}'])
  return names
    .split('\n')
    .filter((name) => name.startsWith(podPrefix))
    .sort()
}

/** One network per allowed connection, named as in the compose file. */
function networksOf(app: string, connections: Connection[]): string[] {
  const own = connections.flatMap(({ from, to, port }) => {
    if (from === INGRESS && to === app) return [OUTER_NETWORKS.ingress]
    if (to === PUBLIC) return from === app ? [OUTER_NETWORKS.push] : []
    const server = Object.entries(SERVER_PORTS).find(([, serverPort]) => serverPort === port)?.[0]
    if (to === 'anywhere') return from === app && server ? [`${app}-${server}`] : []
    const isBetweenPods = !from.startsWith('namespace ') && !to.startsWith('namespace ')
    return isBetweenPods && [from, to].includes(app) ? [`${from}-${to}`] : []
  })
  return [...new Set(own)]
}

async function ensureNetwork({ engine, project }: Product, network: string): Promise<void> {
  const name = `${project}_${network}`
  if ((await engine.attempt(['network', 'exists', name])).code === 0) return
  const isOuter = Object.values(OUTER_NETWORKS).includes(network)
  await engine.run(['network', 'create', ...(isOuter ? [] : ['--internal']), name])
}

/** Returns the objects to add to the manifest. */
async function provideSecret(
  { engine }: Product,
  { name, values }: PodmanManifest['secret'],
  folder: string,
): Promise<unknown[]> {
  const data = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, toBase64(value)]))
  const [major = 0, minor = 0] = engine.version.split('.').map(Number)
  const [firstMajor = 0, firstMinor = 0] = SECRETS_IN_MANIFESTS
  if (major > firstMajor || (major === firstMajor && minor >= firstMinor))
    return [{ apiVersion: 'v1', kind: 'Secret', metadata: { name }, data }]
  const file = path.join(folder, `${name}.json`)
  await writeFile(file, JSON.stringify(data), { mode: 0o600 })
  await engine.run(['secret', 'create', name, file])
  return []
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64')
}

async function waitReady(product: Product, manifest: PodmanManifest): Promise<void> {
  let problem = 'there is no pod'
  const isReady = async () => {
    const containers = await podContainers(product, manifest)
    for (const container of containers)
      for (const { path: probed, port } of manifest.probes) {
        const { code, stderr } = await product.engine.attempt([
          'exec',
          container,
          'node',
          '--eval',
          probeScript(port, probed),
        ])
        if (code === 0) continue
        problem = `${container} ${probed}: ${stderr.trim()}`
        return false
      }
    return containers.length > 0
  }
  if (await waitFor(isReady, READY_MS)) return
  const [container = ''] = await podContainers(product, manifest)
  const { stdout } = await product.engine.attempt(['logs', '--tail', '5', container])
  throw new Error(`not ready within ${READY_MS / 1_000} s: ${problem}\n${stdout}`)
}

function probeScript(port: number, probed: string): string {
  return `fetch('http://127.0.0.1:${port}${probed}').then(({ ok, status }) => { if (!ok) throw new Error(String(status)) })`
}
