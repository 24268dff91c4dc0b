import path from 'node:path'
import { freePort } from '@zing/dev-env/processes/free-port'
import { SECRET_NAMES } from '@zing/docker/secrets/secret-values'
import { clientRoutes } from '@zing/proto/client-routes'
import { verifyPin } from '@zing/proto/http/staff/admin'
import { checkSetup, setUp } from '@zing/proto/http/staff/setup'
import { PASSWORD, type Pair, registerPair } from '../people/pair.ts'
import { parseEnv, saveEnvFile } from '../product/env-file.ts'
import { startHealthChecks } from '../product/health-checks.ts'
import { createProduct, type Product } from '../product/product.ts'
import { recreate } from '../product/recreate.ts'
import { removeContainers } from '../product/remove-all.ts'
import { ALL, PROFILES } from '../product/services.ts'
import { waitHealthy } from '../product/wait-healthy.ts'
import type { Step } from './step.ts'
import { assertWorks } from './unaffected.ts'

const HEALTHY_MS = 240_000
const LIST_READABLE =
  'cd /secrets && for f in *; do cat "$f" >/dev/null && echo "$f"; done; touch new 2>/dev/null && echo WRITABLE'
const PRINTED_PIN = /Admin PIN: (\d{4})/
const SETUP_LINK = /"setupLink":"([^"]+)"/

/** Starts a product without secrets in its env file. Then takes them out of the env file of the first product. */
export const firstStart: Step = {
  name: 'first-start',
  async run({ product, folder }) {
    const fresh = await productWithoutSecrets(product, folder)
    const healthChecks = startHealthChecks(fresh)
    try {
      await fresh.composeRun(['up', '--detach', '--no-build', ...ALL])
      await waitHealthy(fresh, ALL, HEALTHY_MS)
      const pair = await registerPair(fresh.url, 'first')
      const printed = PRINTED_PIN.exec(await logOf(fresh, 'secrets'))?.[1] ?? ''
      await assertPin(pair, printed)
      await assertSetup(fresh)
      const seen = await assertOwnFiles(fresh)

      await recreate(fresh)
      await assertWorks(pair, 'after down and up')
      if ((await logOf(fresh, 'secrets')).includes('New secrets')) throw new Error('a later start created secrets')
      await assertPin(pair, printed)
      return `${seen}; the setup link makes one keeper; down and up keep sessions and PIN; ${await goOnWithoutEnv(product)}`
    } finally {
      await healthChecks.stop()
      await removeContainers(fresh)
    }
  },
}

async function productWithoutSecrets(product: Product, folder: string): Promise<Product> {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const { NODE_IMAGE = '' } = product.env.values
  const values = { ZING_PORT: port, PUBLIC_ORIGINS: url, NODE_IMAGE, COMPOSE_PROFILES: PROFILES }
  const env = { file: path.join(folder, 'env-first'), values }
  await saveEnvFile(env)
  return createProduct({ ...product, project: `${product.project}-first`, env, url })
}

/** An installation that began with the secrets in .env goes on without them. */
async function goOnWithoutEnv(product: Product): Promise<string> {
  const pair = await registerPair(product.url, 'without')
  const { file, values } = product.env
  const rest = Object.entries(values).filter(([name]) => !SECRET_NAMES.includes(name))
  try {
    await saveEnvFile({ file, values: Object.fromEntries(rest) })
    await recreate(product)
    await assertWorks(pair, 'without .env')
    const { stdout } = await product.exec('secrets', ['cat', '/secrets/kept/secrets.env'])
    const kept = parseEnv(stdout)
    const different = SECRET_NAMES.filter((name) => kept[name] !== values[name])
    if (different.length > 0) throw new Error(`not kept as in .env: ${different.join(', ')}`)
    return 'a product with .env goes on without it'
  } finally {
    await saveEnvFile(product.env)
  }
}

/** Returns what each container sees. Throws if one sees a file of another, or cannot read its own. */
async function assertOwnFiles(product: Product): Promise<string> {
  const problems: string[] = []
  let count = 0
  for (const service of ALL) {
    const { stdout } = await product.exec(service, ['sh', '-c', LIST_READABLE])
    const files = stdout.split('\n').filter(Boolean)
    const { stdout: own } = await product.exec('secrets', ['ls', `/secrets/${service}`])
    if (files.toSorted().join() !== own.split('\n').filter(Boolean).toSorted().join())
      problems.push(`${service} sees ${files.join(', ')}`)
    count += files.length
  }
  if (problems.length > 0) throw new Error(problems.join('; '))
  return `${ALL.length} containers read their ${count} files`
}

async function assertPin({ one }: Pair, pin: string): Promise<void> {
  const { success } = await one.call(verifyPin, { body: { pin } })
  if (!success) throw new Error(`the printed PIN "${pin}" is refused`)
}

/** The link in the log of auth opens the form, makes a keeper, and is over then. */
async function assertSetup(product: Product): Promise<void> {
  const link = SETUP_LINK.exec(await logOf(product, 'auth'))?.[1] ?? ''
  const { origin, pathname, hash } = new URL(link)
  if (origin !== product.url || pathname !== clientRoutes.setup) throw new Error(`the setup link is ${link}`)
  const page = await fetch(link)
  if (!page.headers.get('content-type')?.includes('html')) throw new Error(`the setup link got ${page.status}`)

  const token = hash.slice(1)
  const details = { age: 36, gender: 'female', orientation: 'bisexual', password: PASSWORD }
  const account = { ...details, name: 'Ada Lovelace', username: 'keeper' }
  const calls = [
    [checkSetup, { token }, 204],
    [setUp, { token, name: 'Harbour', account }, 201],
    [checkSetup, { token }, 404],
  ] as const
  for (const [{ method, path: address }, body, expected] of calls) {
    const headers = { 'content-type': 'application/json' }
    const { status } = await fetch(`${product.url}${address}`, { method, headers, body: JSON.stringify(body) })
    if (status !== expected) throw new Error(`${address} got ${status} instead of ${expected}`)
  }
}

async function logOf(product: Product, service: string): Promise<string> {
  const { name } = await product.container(service)
  const { stdout, stderr } = await product.engine.attempt(['logs', name])
  return `${stdout}${stderr}`
}
