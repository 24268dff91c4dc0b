import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '@zing/dev-env/processes/free-port'
import { K8S } from '@zing/docker/paths'
import { schemaProblems } from '@zing/docker/policy/manifest-schema'
import { allowedConnections } from '@zing/docker/policy/network-policy'
import { findKustomize, renderManifests } from '@zing/docker/policy/render-manifests'
import { type PodmanManifest, podmanManifests } from '../kubernetes/podman-manifest.ts'
import { podContainers, startPods } from '../kubernetes/pods.ts'
import { readDocuments, renderBase } from '../kubernetes/render-base.ts'
import { registerPair } from '../people/pair.ts'
import { assertStored, startTraffic } from '../people/traffic.ts'
import { writeEnvFile } from '../product/env-file.ts'
import { startHealthChecks } from '../product/health-checks.ts'
import { createProduct, type Product } from '../product/product.ts'
import { removeContainers } from '../product/remove-all.ts'
import { SERVERS } from '../product/services.ts'
import { waitHealthy } from '../product/wait-healthy.ts'
import { warningsOf } from '../product/warnings.ts'
import { insideProblems } from './hardening.ts'
import { journeys } from './journeys.ts'
import { smoke } from './smoke.ts'
import { Skipped, type Step, type StepContext } from './step.ts'

const HEALTHY_MS = 240_000
/** `terminationGracePeriodSeconds` of the manifests. */
const GRACE_SECONDS = '15'
/** podman treats a volume in memory with a limit as an ordinary volume. */
const NOT_IN_PODMAN = 'has an unlimited /tmp'

/**
 * Renders every overlay, and checks it against the schemas of the API. Runs the base as pods beside the compose file's
 * servers.
 */
export const kubernetes: Step = {
  name: 'kubernetes',
  async run(context) {
    const { product } = context
    const kustomize = findKustomize()
    if (!kustomize) throw new Skipped('neither kustomize nor kubectl is installed')
    const names = await readdir(path.join(K8S, 'overlays'))
    for (const name of ['base', ...names.map((overlay) => `overlays/${overlay}`)]) {
      const problems = schemaProblems(readDocuments(renderManifests(kustomize, path.join(K8S, name))))
      if (problems.length > 0) throw new Error(`${name}: ${problems.join('; ')}`)
    }
    const rendered = `base and ${names.join(', ')} fit the schemas`
    if (product.engine.name !== 'podman') return `${rendered}; not run, because only podman plays manifests`

    const folder = path.join(context.folder, 'kubernetes')
    await mkdir(folder)
    const cluster = await clusterProduct(product, folder)
    const healthChecks = startHealthChecks(cluster)
    try {
      await cluster.composeRun(['up', '--detach', '--no-build', ...SERVERS])
      await waitHealthy(cluster, SERVERS, HEALTHY_MS)
      const objects = await renderBase(kustomize, cluster, folder)
      const refused = schemaProblems(objects)
      if (refused.length > 0) throw new Error(refused.join('; '))
      const connections = allowedConnections(readDocuments(renderManifests(kustomize, path.join(K8S, 'base'))))
      const manifests = podmanManifests(objects, Number(new URL(cluster.url).port))
      await startPods(cluster, manifests, connections, folder)

      const seen = await runSteps({ ...context, product: asProduct(cluster, manifests) }, manifests).catch(
        async (error) => {
          const containers = await Promise.all(manifests.map((manifest) => podContainers(cluster, manifest)))
          throw new Error(`${error.message}\n${await warningsOf(cluster, containers.flat())}`)
        },
      )
      return [rendered, ...seen].join('; ')
    } finally {
      await healthChecks.stop()
      await removeContainers(cluster)
    }
  },
}

async function clusterProduct(product: Product, folder: string): Promise<Product> {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const { NODE_IMAGE = '' } = product.env.values
  const env = await writeEnvFile(path.join(folder, 'env'), { PUBLIC_ORIGINS: url, NODE_IMAGE })
  return createProduct({ ...product, project: `${product.project}-k8s`, env, url })
}

/** Lets the steps of the compose file run commands in the first pod of a process. */
function asProduct(cluster: Product, manifests: PodmanManifest[]): Product {
  return {
    ...cluster,
    async exec(service, command, options) {
      const manifest = manifests.find(({ app }) => app === service)
      if (!manifest) return cluster.exec(service, command, options)
      const [container = ''] = await podContainers(cluster, manifest)
      return cluster.engine.attempt(['exec', container, ...command], options)
    },
  }
}

async function runSteps(context: StepContext, manifests: PodmanManifest[]): Promise<string[]> {
  await assertHardened(context.product, manifests)
  return [await smoke.run(context), await runJourneys(context), await stopOneOfEach(context.product, manifests)]
}

async function runJourneys(context: StepContext): Promise<string> {
  try {
    return await journeys.run(context)
  } catch (error) {
    if (error instanceof Skipped) return `journeys skipped, ${error.message}`
    throw error
  }
}

async function assertHardened(product: Product, manifests: PodmanManifest[]): Promise<void> {
  for (const manifest of manifests) {
    for (const container of await podContainers(product, manifest)) {
      const found = await insideProblems(product, container)
      const problems = found.filter((problem) => problem !== NOT_IN_PODMAN)
      if (problems.length > 0) throw new Error(`${container} ${problems.join(', ')}`)
    }
  }
}

/** Ends one of two pods of each service while users go on, like the drain of a node. */
async function stopOneOfEach(product: Product, manifests: PodmanManifest[]): Promise<string> {
  const pair = await registerPair(product.url, 'pods')
  const traffic = startTraffic(pair)
  const stopped: string[] = []
  try {
    for (const manifest of manifests.filter(({ app }) => app !== 'gateway')) {
      const [first, second] = await podContainers(product, manifest)
      if (!first || !second) continue // podman versions that ignore replicas
      await product.engine.run(['stop', '--time', GRACE_SECONDS, first])
      stopped.push(manifest.app)
    }
  } catch (error) {
    await traffic.stop()
    throw error
  }
  const { requests, failures } = await traffic.stop()
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${requests} failed: ${failures.slice(0, 5).join('; ')}`)
  await assertStored(pair, traffic.acknowledged)
  if (stopped.length === 0) return 'one pod of each, so none was stopped'
  return `0 of ${requests} requests failed while one of two pods of ${stopped.join(', ')} stopped`
}
