import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@zing/dev-env/processes/free-port'
import { PRODUCT_NAME } from '@zing/proto/product'
import { testDatabase, testEnv } from '@zing/testing/servers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseDockerfile } from '../src/dockerfile.ts'
import { DOCKERFILE } from '../src/paths.ts'
import { createBuilder, type Image } from './build-image.ts'
import { type RunningImage, runImage } from './run-image.ts'
import { startNatsWithPermissions } from './start-nats.ts'

const SERVICES = ['auth', 'social', 'chat', 'admin'] as const
const BUILD_MS = 300_000

const images = new Map<string, Image>()
const running = new Map<string, RunningImage>()
let scratch = ''
let node = ''

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'zing-image-'))
  await chmod(scratch, 0o755) // for the user that the image runs as
  node = await installNode(path.join(scratch, 'node'))
  const { build } = await createBuilder(scratch, path.dirname(node))

  const queue: [string, string, string][] = [
    ['gateway', 'gateway', 'gateway'],
    ...SERVICES.map((name): [string, string, string] => [name, 'service', `services/${name}`]),
  ]
  async function buildSome(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) images.set(next[0], await build(next[1], next[2]))
  }
  await Promise.all([buildSome(), buildSome()])
}, BUILD_MS)

afterAll(async () => {
  for (const { process } of running.values()) process.kill('SIGKILL')
  await rm(scratch, { recursive: true, force: true })
})

test.each([...SERVICES, 'gateway'])(
  'the image of %s contains proto, kit and its own sources, and no tests',
  async (name) => {
    const zing = path.join(imageOf(name).root, 'zing')
    const files = await readdir(zing, { recursive: true })
    const isOurs = (file: string) => !file.includes('node_modules')
    const folders = files.filter((file) => isOurs(file) && path.basename(file) === 'src')
    const own = name === 'gateway' ? 'gateway/src' : `services/${name}/src`
    expect(folders.sort()).toEqual(['proto/src', 'packages/kit/src', own].sort())
    expect(files.filter((file) => isOurs(file) && /\.test\.|\/testing\/|\.env|\.git/.test(file))).toEqual([])
    expect(
      (await readdir(path.join(zing, 'node_modules'))).filter((file) =>
        /^(vitest|typescript|vite|node-linux-.*)$/.test(file),
      ),
    ).toEqual([])
  },
)

test('all five images start as an unprivileged user, become healthy, and exit with 0 on SIGTERM', {
  timeout: 300_000,
}, async () => {
  const nats = await startNatsWithPermissions()
  const env = await testEnv()
  const secrets = { INTERNAL_TOKEN_SECRET: env.INTERNAL_TOKEN_SECRET, SESSION_SECRET: env.SESSION_SECRET }
  const ports = Object.fromEntries(
    await Promise.all([...SERVICES, 'gateway'].map(async (name) => [name, await freePort()])),
  )
  const metricsPort = await freePort() // of chat
  const own = async (name: 'gateway' | (typeof SERVICES)[number]) => ({
    ...secrets,
    HOST: '127.0.0.1',
    PORT: String(ports[name]),
    METRICS_PORT: String(name === 'chat' ? metricsPort : await freePort()),
    NATS_URL: nats.url(name),
    PUBLIC_ORIGINS: `http://localhost:${ports.gateway}`,
  })
  const url = (name: string) => `http://127.0.0.1:${ports[name]}`

  for (const name of SERVICES) {
    // not production, which requires a MongoDB with users; the embedded MongoDB has none
    const more = { NODE_ENV: 'test', MONGO_URL: testDatabase(), REDIS_URL: env.REDIS_URL, ADMIN_PIN: '4711' }
    running.set(name, runImage(imageOf(name), node, { ...(await own(name)), ...more }))
  }
  const addresses = Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_URL`, url(name)]))
  const production = { ...addresses, RATE_PROFILE: 'strict' } // as the compose file sets it
  running.set('gateway', runImage(imageOf('gateway'), node, { ...(await own('gateway')), ...production }))

  for (const [name, { printed, checkHealth }] of running) {
    await vi
      .waitFor(() => expect(isReady(url(name))).resolves.toBe(true), { timeout: 120_000, interval: 200 })
      .catch((cause) => {
        throw new Error(`${name} is not ready: ${printed()}`, { cause })
      })
    expect(await checkHealth(), printed()).toBe(0)
  }
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  expect(await metrics.text()).toContain('service="chat"')
  const page = await fetch(url('gateway'))
  expect(await page.text()).toContain(`<title>${PRODUCT_NAME}`)
  expect(page.headers.get('strict-transport-security')).not.toBeNull()

  for (const [name, { process, exited, printed }] of [...running].reverse()) {
    process.kill('SIGTERM')
    expect(await exited, `${name}: ${printed()}`).toBe(0)
  }
  expect(await running.get('chat')?.checkHealth()).toBe(1)
})

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => null)
  return response?.ok ?? false
}

function imageOf(name: string): Image {
  const image = images.get(name)
  if (!image) throw new Error(`there is no image of ${name}`)
  return image
}

/** Copies the Node of this test, which is the version of the image, to where the user of the image can read it. */
async function installNode(folder: string): Promise<string> {
  const { NODE_IMAGE = '' } = parseDockerfile(await readFile(DOCKERFILE, 'utf8')).args
  expect(NODE_IMAGE).toBe(`docker.io/library/node:${process.versions.node}-slim`)
  await mkdir(folder)
  const binary = path.join(folder, 'node')
  await copyFile(process.execPath, binary)
  return binary
}
