import { copyFile, cp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { publishSettings } from '@zing/kit/nats/settings'
import { assertDocumented } from '@zing/openapi/assert-documented'
import { DEFAULT_SETTINGS, type Palette, type Settings } from '@zing/proto/community/settings'
import { errors } from '@zing/proto/errors'
import { startRelay } from '@zing/testing/relay'
import { startNats } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { beforeEach, expect, test, vi } from 'vitest'
import { setupGateway } from './setup/setup-gateway.ts'
import { writeTestClient } from './setup/write-test-client.ts'

const WEB = path.resolve(import.meta.dirname, '../../web')
const VAPID_PUBLIC_KEY = `B${'A'.repeat(86)}`
const PALETTE: Palette = { light: { bg: '#f4f8ff', zing: '#0b57d0', 'on-zing': '#ffffff' }, dark: { bg: '#10131a' } }

/** A build with the page and the files of the real client. */
async function buildClient(): Promise<string> {
  const folder = await writeTestClient()
  await copyFile(path.join(WEB, 'index.html'), path.join(folder, 'index.html'))
  await cp(path.join(WEB, 'public'), folder, { recursive: true })
  return folder
}

const { url: natsServer } = await startNats()
const relay = await startRelay(natsServer)
const folder = await buildClient()
const env = { WEB_DIST: folder, VAPID_PUBLIC_KEY }
const gateway = await setupGateway(env, { natsServer })
const second = await setupGateway({ ...env, NATS_URL: relay.url }, { natsServer })
let version = 0

async function get(url: string, headers: Record<string, string> = {}, { url: origin } = gateway): Promise<Response> {
  const response = await fetch(`${origin}${url}`, { headers })
  if (!path.extname(url) && url.startsWith('/api/')) await assertDocumented('GET', response.clone())
  return response
}
const read = async (url: string) => (await get(url)).text()
const page = () => read('/feed')

async function publish(changes: Partial<Settings>, palette: Palette = { light: {}, dark: {} }): Promise<void> {
  version += 1
  const nc = await gateway.nats.connection
  await publishSettings(nc, { version, settings: { ...DEFAULT_SETTINGS, ...changes }, palette })
}

/** Publishes settings, and waits until the first gateway has them. */
async function change(changes: Partial<Settings>, palette?: Palette): Promise<void> {
  const before = (await get('/api/community')).headers.get('etag')
  await publish(changes, palette)
  await vi.waitFor(async () => expect((await get('/api/community')).headers.get('etag')).not.toBe(before), WAIT)
}

beforeEach(async () => {
  if (version > 0) await change({ contact: `nobody ${version}` })
})

test('with default settings every byte is as it was built (10.community.page)', async () => {
  const icons = ['icon-192', 'icon-512', 'maskable-512', 'apple-touch-180'].map((name) => `icons/${name}.png`)
  const built = ['index.html', 'manifest.webmanifest', 'bolt.svg', 'sw.js', ...icons]
  const paths = ['/feed', ...built.slice(1).map((name) => `/${name}`)]
  const served = await Promise.all(paths.map(read))
  expect(served).toEqual(await Promise.all(built.map((name) => readFile(path.join(folder, name), 'utf8'))))
  expect((await get('/terms', { accept: 'text/html' })).status).toBe(404)
})

test('every gateway serves the community, with 304 while nothing has changed (10.community.replica)', async () => {
  await publish({ name: 'Harbour', tagline: { en: 'By the sea' }, logo: 7 })
  for (const one of [gateway, second]) {
    await vi.waitFor(async () => {
      const response = await get('/api/community', {}, one)
      expect(await response.json()).toMatchObject({
        name: 'Harbour',
        tagline: { en: 'By the sea' },
        logo: '/api/community/logo/7',
        registration: { mode: 'open' },
      })
    }, WAIT)
  }
  const { headers } = await get('/api/community')
  expect(headers.get('cache-control')).toBe('no-cache')
  const cached = { 'if-none-match': String(headers.get('etag')), 'cache-control': 'max-age=0' }
  expect((await get('/api/community', cached)).status).toBe(304)
  expect((await get('/api/community', cached, second)).status).toBe(304)
  await change({ name: 'Harbour 2' })
  expect((await get('/api/community', cached)).status).toBe(200)
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s of the community is no call', async (method) => {
  const response = await fetch(`${gateway.url}/api/community`, { method })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
  expect(await response.json()).toMatchObject({ code: errors.methodNotAllowed.code })
})

test('when NATS is away, a gateway serves what it knows, and what it has missed afterwards (10.community.replica)', async () => {
  await publish({ name: 'Before' })
  const nameAt = async () => (JSON.parse(await (await get('/api/community', {}, second)).text()) as Settings).name
  await vi.waitFor(async () => expect(await nameAt()).toBe('Before'), WAIT)
  relay.cut()
  await change({ name: 'After' })
  expect(await nameAt()).toBe('Before')
  relay.heal()
  await vi.waitFor(async () => expect(await nameAt()).toBe('After'), WAIT)
})

test('the page has name, tagline, colours and logo of the community (10.community.page)', async () => {
  await change({ name: 'A & <B>', tagline: 'Say "hi"', logo: 3, accent: '#0b57d0' }, PALETTE)
  const html = await page()
  expect(html).not.toContain('Zing')
  expect(html.match(/<title>[^<]*<\/title>/g)).toEqual(Array(2).fill('<title>A &amp; &lt;B&gt;</title>'))
  for (const part of [
    '<meta name="description" content="Say &quot;hi&quot;" />',
    '<meta name="theme-color" content="#f4f8ff" media="(prefers-color-scheme: light)" />',
    '<meta name="theme-color" content="#10131a" media="(prefers-color-scheme: dark)" />',
    '<meta name="apple-mobile-web-app-title" content="A &amp; &lt;B&gt;" />',
    '<link rel="icon" href="/api/community/logo/3" />',
    '<link rel="apple-touch-icon" href="/api/community/logo/3" />',
    '<noscript>A &amp; &lt;B&gt; needs JavaScript.</noscript>',
    'html:root{--color-bg:#f4f8ff;--color-zing:#0b57d0;--color-on-zing:#ffffff;}',
    '@media (prefers-color-scheme: dark){html:root{--color-bg:#10131a;}}',
  ])
    expect(html).toContain(part)
  const json = /<script type="application\/json" id="community" data-revision="\w+">([^<]*)<\/script><\/head>/.exec(
    html,
  )
  expect(JSON.parse(json?.[1] ?? '')).toMatchObject({ name: 'A & <B>', logo: '/api/community/logo/3', hasRules: false })
  const anonymous = await (await get('/', { 'sec-fetch-dest': 'document' })).text()
  expect(anonymous.replace(/<link rel="modulepreload"[^>]*>/, '')).toBe(html.replace('<html', '<html data-anonymous'))
})

test('manifest, bolt and worker are those of the community (10.community.page)', async () => {
  await change({ name: 'Harbour', tagline: 'By the sea', accent: '#0b57d0' }, PALETTE)
  const manifest = JSON.parse(await read('/manifest.webmanifest'))
  expect(manifest).toMatchObject({
    id: '/',
    name: 'Harbour',
    short_name: 'Harbour',
    description: 'By the sea',
    theme_color: '#f4f8ff',
    background_color: '#f4f8ff',
  })
  expect(manifest.icons.map(({ src }: { src: string }) => src)).toEqual([
    '/icons/icon-192.png?0b57d0',
    '/icons/icon-512.png?0b57d0',
    '/icons/maskable-512.png?0b57d0',
  ])
  expect(await page()).toContain('<link rel="apple-touch-icon" href="/icons/apple-touch-180.png?0b57d0"')
  for (const name of [...manifest.icons.map(({ src }: { src: string }) => src), '/icons/apple-touch-180.png']) {
    const icon = await get(name)
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png'])
    const built = await readFile(path.join(folder, name.replace(/\?.*/, '')))
    expect(Buffer.from(await icon.arrayBuffer()).equals(built)).toBe(false)
  }
  const bolt = await get('/bolt.svg')
  expect(bolt.headers.get('content-type')).toMatch(/^image\/svg\+xml/)
  expect(await bolt.text()).toMatch(/<title>Harbour<.*stop-color="#0b57d0".*stop-color="#0b57d0".*fill="#ffffff"/s)
  const revision = /data-revision="(\w+)"/.exec(await page())?.[1]
  expect(await read('/sw.js')).toBe(`self.community={"revision":"${revision}","name":"Harbour","logo":null}\nworker`)
  await change({ name: 'Harbour', tagline: 'By the sea', accent: '#0b57d0', logo: 4 }, PALETTE)
  expect(JSON.parse(await read('/manifest.webmanifest')).icons).toEqual([
    { src: '/api/community/logo/4', sizes: '512x512', type: 'image/png', purpose: 'any' },
  ])
  expect(await read('/sw.js')).not.toContain(revision)
})

test('a change that no visitor sees leaves page and worker as they are', async () => {
  await change({ name: 'Harbour' })
  const before = await Promise.all([page(), read('/sw.js')])
  await publish({ name: 'Harbour', trust: { ...DEFAULT_SETTINGS.trust, newHours: 1 } })
  await change({ name: 'Harbour', contact: 'us' })
  await change({ name: 'Harbour' })
  expect(await Promise.all([page(), read('/sw.js')])).toEqual(before)
})

test("links are the community's, else those of the environment; push is off without its feature", async () => {
  const config = async () => JSON.parse(await read('/config.json'))
  const links = { termsUrl: 'https://example.org/terms', privacyUrl: 'https://example.org/privacy' }
  expect(await config()).toEqual({
    ...links,
    feedbackUrl: 'https://example.org/feedback',
    isDemo: false,
    place: 'offered',
    vapidPublicKey: VAPID_PUBLIC_KEY,
  })
  await change({
    terms: { url: 'https://harbour.example/terms', text: null, version: 1 },
    privacy: { url: null, text: 'We keep little.' },
    feedback: 'mailto:us@harbour.example',
    features: { ...DEFAULT_SETTINGS.features, push: false },
    place: 'off',
  })
  expect(await config()).toEqual({
    termsUrl: 'https://harbour.example/terms',
    privacyUrl: '/privacy',
    feedbackUrl: 'mailto:us@harbour.example',
    isDemo: false,
    place: 'off',
  })
  const statuses = ['/privacy', '/terms', '/rules'].map(async (url) => (await get(url, { accept: 'text/html' })).status)
  expect(await Promise.all(statuses)).toEqual([200, 404, 404])
})

test('the calls of a feature that is off are 404, others go on (10.community.features)', async () => {
  const cookie = gateway.signedIn(1)
  const call = async (method: string, url: string) => {
    const response = await fetch(`${gateway.url}${url}`, { method, headers: { cookie } })
    const body = (await response
      .clone()
      .json()
      .catch(() => ({}))) as { code?: string }
    if (body.code !== errors.featureOff.code) return 'passed'
    await assertDocumented(method, response)
    return response.status
  }
  const calls: [string, string][] = [
    ['GET', '/api/notification-settings'],
    ['POST', '/api/push/subscriptions'],
    ['POST', '/api/account/export'],
    ['GET', '/api/account/export/abc'],
    ['POST', '/api/admin/verify-pin'],
    ['GET', '/api/admin/stats'],
    ['POST', '/api/admin/reset'],
    ['GET', '/api/admin/roles'],
    ['POST', '/api/suspended/export'],
    ['GET', '/api/user'],
  ]
  const statuses = async () => Promise.all(calls.map(([method, url]) => call(method, url)))
  expect(await statuses()).toEqual(Array(calls.length).fill('passed'))
  const off = { push: false, export: false, presence: false, webPushNames: false, pinPanel: false }
  await change({ features: { ...off, chatPhotos: false, chatVoice: false } })
  expect(await statuses()).toEqual([...Array(7).fill(404), ...Array(3).fill('passed')])
})
