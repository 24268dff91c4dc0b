import type { Product } from './product.ts'

const REMOVE_MS = 60_000
/** Only podman's cache is pruned, which belongs to these tests; Docker's belongs to the user. */
const CACHE_AGE = '168h'

type Owner = Pick<Product, 'engine' | 'project'>

/** Removes everything of this run, recognized by its prefix. */
export async function removeAll(product: Owner): Promise<void> {
  const { engine, project } = product
  await removeContainers(product)
  const images = await engine.run(['images', '--format', '{{.Repository}}:{{.Tag}}'])
  for (const image of images.split('\n').filter((name) => name.startsWith(`localhost/${project}/`))) {
    await engine.attempt(['rmi', '--force', '--no-prune', image], { timeoutMs: REMOVE_MS }) // its layers are the build cache
  }
  if (engine.name === 'podman') await engine.attempt(['image', 'prune', '--force', '--filter', `until=${CACHE_AGE}`])
}

/** Removes the product's containers, pods, networks and volumes, and the ones that a step started. */
export async function removeContainers({ engine, project }: Owner): Promise<void> {
  const containers = await namesOf(['ps', '--all', '--format', '{{.Names}}'])
  if (containers.length > 0) {
    const depend = engine.name === 'podman' ? ['--depend', '--time', '0'] : []
    await engine.attempt(['rm', '--force', ...depend, ...containers], { timeoutMs: REMOVE_MS })
  }
  for (const kind of engine.name === 'podman' ? ['pod', 'network', 'volume', 'secret'] : ['network', 'volume']) {
    const force = kind === 'secret' ? [] : ['--force'] // podman before 4.7 rejects it there
    for (const name of await namesOf([kind, 'ls', '--format', '{{.Name}}'])) {
      await engine.attempt([kind, 'rm', ...force, name], { timeoutMs: REMOVE_MS })
    }
  }

  async function namesOf(list: string[]): Promise<string[]> {
    const names = await engine.run(list)
    return names.split('\n').filter((name) => name.replace(/^pod_/, '').startsWith(project))
  }
}
