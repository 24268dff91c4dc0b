import { expect, type Page } from '@playwright/test'
import { login } from '@zing/proto/http/auth'
import { z } from 'zod'
import { callAs } from '../support/api.ts'
import { serveEarlierVersion } from '../support/previous-version.ts'
import { SCHEMES, shoot } from '../support/screenshot.ts'
import { test } from '../support/test.ts'

const PROMPT = 'A new version of Zing is here'
const IS_CONTROLLED = 'Boolean(navigator.serviceWorker.controller)'
const WAITING = 'navigator.serviceWorker.getRegistration().then(({ waiting }) => Boolean(waiting))'
const WORKERS = 'navigator.serviceWorker.getRegistrations().then(({ length }) => length)'
const LOOK_FOR_UPDATE = 'navigator.serviceWorker.getRegistration().then((registration) => registration.update())'
const KEPT_PATHS = `(async () => {
  const paths = []
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
  return paths
})()`

const Manifest = z.object({
  id: z.literal('/'),
  name: z.literal('Zing'),
  short_name: z.literal('Zing'),
  start_url: z.literal('/feed'), // who has installed Zing is mostly signed in: no detour through the landing screen
  scope: z.literal('/'),
  display: z.literal('standalone'),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.literal('image/png'), purpose: z.string() })),
})

test('Zing can be installed: the manifest is complete and every icon has the size that it claims', async ({ page }) => {
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
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']) // as every context of a test is
})

test('the shell opens without a network, recovers by itself, keeps nothing of people, and goes with the session', async ({
  page,
  context,
  cast,
}) => {
  await test.step('the worker controls the page after a reload', async () => {
    await callAs(page, login, { body: { username: cast.me.username, password: cast.me.password } })
    await page.goto('/feed')
    await expect.poll(() => page.evaluate(IS_CONTROLLED)).toBe(true)
    await page.reload()
    expect(await page.evaluate(IS_CONTROLLED)).toBe(true)
  })

  await test.step('nothing of people is kept after looking around', async () => {
    await page.goto('/feed')
    await expect(page.getByRole('img').first()).toBeVisible()
    await page.goto(`/chat/${cast.partner.id}`)
    await expect(page.getByText('You had me at cinnamon')).toBeVisible()
    await page.goto('/preferences')
    await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
    const kept = await keptPaths(page)
    expect(kept).toContain('/')
    expect(
      kept.filter((path) => !/^\/(assets\/[^/]+|icons\/[^/]+|bolt\.svg|manifest\.webmanifest)?$/.test(path)),
    ).toEqual([])
  })

  await test.step('a running session keeps its screens, and a reload says that there is no network', async () => {
    await context.setOffline(true)
    await page.getByRole('navigation').getByRole('link', { name: 'Messages' }).click()
    await expect(page.getByText('Reconnecting...')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await page.goto('/')
    await expect(page.getByRole('link', { name: /Get started/ })).toBeVisible()
    await page.goto('/messages')
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  })

  await test.step('it recovers by itself', async () => {
    await context.setOffline(false)
    await expect(page.getByText('You had me at cinnamon')).toBeVisible()
  })

  await test.step('logging out leaves no cache and no worker; the next visit begins again', async () => {
    await page.goto('/preferences')
    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(page).toHaveURL('/auth')
    await expect.poll(() => keptPaths(page)).toEqual([])
    await expect.poll(() => page.evaluate(WORKERS)).toBe(0)
    await page.goto('/')
    await expect.poll(() => page.evaluate(IS_CONTROLLED)).toBe(true)
  })
})

for (const colorScheme of SCHEMES) {
  test(`a new version is offered, waits for a yes, and is brought by one reload: ${colorScheme}`, async ({
    browser,
    baseURL,
    cast,
  }) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
    const deploy = await serveEarlierVersion(context, baseURL ?? '')
    const page = await context.newPage()
    await callAs(page, login, { body: { username: cast.me.username, password: cast.me.password } })
    await page.goto('/feed')
    await expect.poll(() => page.evaluate(IS_CONTROLLED)).toBe(true)
    expect((await keptPaths(page)).filter(isEarlier).length).toBeGreaterThan(5)
    await expect(page.getByText(PROMPT)).toBeHidden()

    await deploy()
    await page.evaluate(LOOK_FOR_UPDATE)
    await expect(page.getByText(PROMPT)).toBeVisible()
    await shoot(page, `update-phone-${colorScheme}`)
    await page.getByRole('navigation').getByRole('link', { name: 'Messages' }).click()
    await expect(page.getByText('You had me at cinnamon')).toBeVisible() // the version before has its parts still

    const loads: string[] = []
    page.on('load', () => loads.push(page.url()))
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Update' }).click()])
    await expect(page.getByText('You had me at cinnamon')).toBeVisible()
    await expect(page.getByText(PROMPT)).toBeHidden()
    expect((await keptPaths(page)).filter(isEarlier)).toEqual([])
    expect(loads).toHaveLength(1)

    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await shoot(page, `offline-phone-${colorScheme}`)
    await context.close()
  })
}

test('a tab that the deployment has overtaken is not bothered: a reload was all that it needed', async ({
  page,
  context,
  baseURL,
}) => {
  const deploy = await serveEarlierVersion(context, baseURL ?? '')
  await page.goto('/')
  await expect.poll(() => page.evaluate(IS_CONTROLLED)).toBe(true)
  await deploy()
  await page.reload()
  await expect.poll(() => page.evaluate(WAITING)).toBe(true)
  await expect(page.getByRole('link', { name: /Get started/ })).toBeVisible()
  await expect(page.getByText(PROMPT)).toBeHidden()
})

test('a part that is gone from the server is got by one reload, and never by a loop of them', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('link', { name: /Get started/ })).toBeVisible()
  await context.route('**/assets/account-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 })
  await page.getByRole('link', { name: /Get started/ }).click()
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()

  await page.goto('/')
  await context.route('**/assets/account-*.js', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('link', { name: /Get started/ }).click()
  await expect(page.getByRole('heading', { name: 'This could not be loaded' })).toBeVisible()
  await context.close()
})

const isEarlier = (path: string) => path.endsWith('.earlier.js')

async function keptPaths(page: Page): Promise<string[]> {
  return z.array(z.string()).parse(await page.evaluate(KEPT_PATHS))
}

async function sizeOf(page: Page, picture: string): Promise<string> {
  const measure = `new Promise((resolve, reject) => {
    const image = Object.assign(new Image(), { onload: () => resolve(image.naturalWidth + 'x' + image.naturalHeight), onerror: reject })
    image.src = ${JSON.stringify(picture)}
  })`
  return z.string().parse(await page.evaluate(measure))
}
