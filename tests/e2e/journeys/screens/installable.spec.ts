import { expect, type Page } from '@playwright/test'
import { login } from '@zing/proto/http/auth'
import { z } from 'zod'
import { callAs } from '../../support/api.ts'
import { servePreviousVersion } from '../../support/previous-version.ts'
import { capture, SCHEMES } from '../../support/screenshot.ts'
import { test } from '../../support/test.ts'

test.use({ serviceWorkers: 'allow' })

const PROMPT = 'A new version of Zing is here'
const IS_CONTROLLED = 'Boolean(navigator.serviceWorker.controller)'
const IS_WAITING = 'navigator.serviceWorker.getRegistration().then(({ waiting }) => Boolean(waiting))'
const WORKER_COUNT = 'navigator.serviceWorker.getRegistrations().then(({ length }) => length)'
const CHECK_FOR_UPDATE = 'navigator.serviceWorker.getRegistration().then((registration) => registration.update())'
const CACHED_PATHS = `(async () => {
  const paths = []
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
  return paths
})()`

const Manifest = z.object({
  id: z.literal('/'),
  name: z.literal('Zing'),
  short_name: z.literal('Zing'),
  start_url: z.literal('/feed'), // users of the installed app are usually signed in
  scope: z.literal('/'),
  display: z.literal('standalone'),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.literal('image/png'), purpose: z.string() })),
})

test('the app is installable: the manifest is complete and every icon has its declared size', async ({ page }) => {
  await page.goto('/')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = Manifest.parse(await (await page.request.get(href ?? '')).json())
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src, sizes } of manifest.icons) expect(await sizeOf(page, src)).toBe(sizes)
  const touchIcon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  expect(await sizeOf(page, touchIcon ?? '')).toBe('180x180')

  const devtools = await page.context().newCDPSession(page)
  const { errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']) // true for every test context
})

test('the app shell opens offline, recovers, caches no user data, and is removed at logout (7.worker)', async ({
  page,
  context,
  seed,
}) => {
  await page.addInitScript(keepNoChats) // which a start without a network would show: kept-chats.spec.ts
  await test.step('the worker controls the page after a reload', async () => {
    await callAs(page, login, { body: { username: seed.viewer.username, password: seed.viewer.password } })
    await page.goto('/feed')
    await expect.poll(() => page.evaluate(IS_CONTROLLED)).toBe(true)
    await page.reload()
    expect(await page.evaluate(IS_CONTROLLED)).toBe(true)
  })

  await test.step('no user data is cached after browsing', async () => {
    await page.goto('/feed')
    await expect(page.getByRole('img').first()).toBeVisible()
    await page.goto(`/chat/${seed.partner.id}`)
    await expect(page.getByText('You had me at cinnamon')).toBeVisible()
    await page.goto('/preferences')
    await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
    const cached = await cachedPaths(page)
    expect(cached).toContain('/')
    expect(
      cached.filter(
        (path) => !/^\/(assets\/(texts\/en\/)?[^/]+|icons\/[^/]+|bolt\.svg|manifest\.webmanifest)?$/.test(path),
      ),
    ).toEqual([])
  })

  await test.step('an open session keeps its screens, and a reload shows the offline screen', async () => {
    await context.setOffline(true)
    await page.getByRole('navigation').getByRole('link', { name: 'Messages' }).click()
    await expect(page.getByText('You are offline').first()).toBeVisible()
    await reloadOffline(page)
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await page.goto('/')
    await expect(page.getByRole('link', { name: /Get started/ })).toBeVisible()
    await page.goto('/messages')
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  })

  await test.step('the app recovers when online again', async () => {
    await context.setOffline(false)
    await expect(page.getByText('You had me at cinnamon')).toBeVisible()
  })

  await test.step('logout removes cache and worker; the next visit installs them again', async () => {
    await page.goto('/preferences')
    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(page).toHaveURL('/auth')
    await expect.poll(() => cachedPaths(page)).toEqual([])
    await expect.poll(() => page.evaluate(WORKER_COUNT)).toBe(0)
    await page.goto('/')
    await expect.poll(() => page.evaluate(IS_CONTROLLED)).toBe(true)
  })
})

for (const colorScheme of SCHEMES) {
  test(`a new version is offered, and one reload installs it when confirmed: ${colorScheme}`, async ({
    browser,
    baseURL,
    seed,
  }) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
    const deploy = await servePreviousVersion(context, baseURL ?? '')
    const page = await context.newPage()
    await page.addInitScript(keepNoChats)
    await callAs(page, login, { body: { username: seed.viewer.username, password: seed.viewer.password } })
    await page.goto('/feed')
    await expect.poll(() => page.evaluate(IS_CONTROLLED)).toBe(true)
    expect((await cachedPaths(page)).filter(isPrevious).length).toBeGreaterThan(5)
    await expect(page.getByText(PROMPT)).toBeHidden()

    await deploy()
    await page.evaluate(CHECK_FOR_UPDATE)
    await expect(page.getByText(PROMPT)).toBeVisible()
    await capture(page, `update-phone-${colorScheme}`)
    await page.getByRole('navigation').getByRole('link', { name: 'Messages' }).click()
    await expect(page.getByText('You had me at cinnamon')).toBeVisible() // chunks of the previous version are still cached

    const loads: string[] = []
    page.on('load', () => loads.push(page.url()))
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Update' }).click()])
    await expect(page.getByText('You had me at cinnamon')).toBeVisible()
    await expect(page.getByText(PROMPT)).toBeHidden()
    expect((await cachedPaths(page)).filter(isPrevious)).toEqual([])
    expect(loads).toHaveLength(1)

    await expect.poll(async () => (await cachedPaths(page)).some(isText)).toBe(true)
    await context.setOffline(true)
    await reloadOffline(page)
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await capture(page, `offline-phone-${colorScheme}`)
    await context.close()
  })
}

test('when a tab reloads after a deployment, it shows no update prompt', async ({ page, context, baseURL }) => {
  const deploy = await servePreviousVersion(context, baseURL ?? '')
  await page.goto('/')
  await expect.poll(() => page.evaluate(IS_CONTROLLED)).toBe(true)
  await deploy()
  await page.reload()
  await expect.poll(() => page.evaluate(IS_WAITING)).toBe(true)
  await expect(page.getByRole('link', { name: /Get started/ })).toBeVisible()
  await expect(page.getByText(PROMPT)).toBeHidden()
})

test('when the server lacks a chunk, one reload fetches it, without a reload loop', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('link', { name: /Get started/ })).toBeVisible()
  await context.route('**/assets/sign-up-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 })
  await page.getByRole('link', { name: /Get started/ }).click()
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()

  await page.goto('/')
  await context.route('**/assets/sign-up-*.js', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('link', { name: /Get started/ }).click()
  await expect(page.getByRole('heading', { name: "This couldn't be loaded" })).toBeVisible()
  await context.close()
})

const isPrevious = (path: string) => path.endsWith('.previous.js')
const isText = (path: string) => path.startsWith('/assets/texts/') && !isPrevious(path)

/** The page reloads itself: `page.reload()` hung for minutes in one of hundreds of offline reloads. */
async function reloadOffline(page: Page): Promise<void> {
  await page.evaluate('window.isOld = true')
  await page.evaluate('void setTimeout(() => location.reload())')
  await expect.poll(() => page.evaluate('window.isOld').catch(() => true)).toBeUndefined()
}

async function cachedPaths(page: Page): Promise<string[]> {
  return z.array(z.string()).parse(await page.evaluate(CACHED_PATHS))
}

/** Runs in the page. */
function keepNoChats(): void {
  if (location.protocol.startsWith('http')) localStorage.setItem('zing.keep-chats', 'false')
}

async function sizeOf(page: Page, picture: string): Promise<string> {
  const measure = `new Promise((resolve, reject) => {
    const image = Object.assign(new Image(), { onload: () => resolve(image.naturalWidth + 'x' + image.naturalHeight), onerror: reject })
    image.src = ${JSON.stringify(picture)}
  })`
  return z.string().parse(await page.evaluate(measure))
}
