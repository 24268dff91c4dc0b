import type { Product } from './product.ts'

const STOP_MS = 60_000
/** podman has images of its own for these tests; Docker's belong to the user. */
const CACHE_AGE = '168h'

/** Removes the containers, pods, networks, volumes and images of this run, all by its own prefix. */
export async function removeAll({ engine, project, states }: Product): Promise<void> {
  for (const { id } of await states())
    await engine.attempt(['rm', '--force', '--time', '0', id], { timeoutMs: STOP_MS })
  for (const kind of engine.name === 'podman' ? ['pod', 'network', 'volume'] : ['network', 'volume']) {
    for (const name of await namesOf(kind)) await engine.attempt([kind, 'rm', '--force', name], { timeoutMs: STOP_MS })
  }
  const images = await engine.run(['images', '--format', '{{.Repository}}:{{.Tag}}'])
  for (const image of images.split('\n').filter((name) => name.startsWith(`localhost/${project}/`))) {
    await engine.attempt(['rmi', '--force', '--no-prune', image], { timeoutMs: STOP_MS }) // its layers are the build cache
  }
  if (engine.name === 'podman') await engine.attempt(['image', 'prune', '--force', '--filter', `until=${CACHE_AGE}`])

  async function namesOf(kind: string): Promise<string[]> {
    const names = await engine.run([kind, 'ls', '--format', '{{.Name}}'])
    return names.split('\n').filter((name) => name.startsWith(project) || name === `pod_${project}`)
  }
}
