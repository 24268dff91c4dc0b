import { expect, type Page } from '@playwright/test'
import { firstRequests } from '@zing/proto/first-requests'
import { likeUser } from '@zing/proto/http/social'
import { callAs } from '../../support/api.ts'
import { test } from '../../support/test.ts'
import { registeredUser, unseenUser } from '../../support/users.ts'

const SLOW_NETWORK = { offline: false, latency: 100, downloadThroughput: 300_000, uploadThroughput: 100_000 }
/** A tenth is what browsers' makers call good. */
const SHIFT_MAX = 0.05

test('the feed page itself requests its data once, before the script has run', async ({ browser }) => {
  const [{ page }] = [await registeredUser(browser, 'Ada'), await registeredUser(browser, 'Ben')]
  const context = await browser.newContext({
    serviceWorkers: 'block',
    storageState: await page.context().storageState(),
  })
  const feed = await context.newPage()
  await feed.routeWebSocket('/ws', () => {}) // a connected client fetches again what it may have missed
  await feed.goto('/feed')
  await expect(feed.getByRole('article').first()).toBeVisible()

  const requests: { path: string; by: string }[] = await feed.evaluate(`
    performance.getEntriesByType('resource').map(({ name, initiatorType: by }) => {
      const { pathname, search } = new URL(name)
      return { path: pathname + search, by }
    })`)
  for (const path of firstRequests('/feed'))
    expect(requests.filter((request) => request.path === path)).toEqual([{ path, by: 'link' }])
})

test('while a screen loads on a slow network, what it shows stays in its place', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  await callAs(ben.context, likeUser, { body: { likedId: ada.id } })
  const storageState = await ada.page.context().storageState()
  const person = { role: 'link', name: /Ben/ } as const
  for (const { path, width, last } of [
    { path: '/feed', width: 390, last: { role: 'heading', name: 'Show me' } },
    { path: '/feed', width: 1280, last: person },
    { path: '/preferences', width: 390, last: person },
    { path: '/preferences', width: 1280, last: person },
    { path: '/account', width: 390, last: { role: 'button', name: 'Create recovery codes' } },
  ] as const) {
    await test.step(`${path} at ${width} px`, async () => {
      const context = await browser.newContext({ storageState, viewport: { width, height: 800 } })
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.emulateNetworkConditions', SLOW_NETWORK)
      await page.goto(path)
      await expect(page.getByRole(last.role, { name: last.name }).first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(await shiftOf(page)).toBeLessThan(SHIFT_MAX)
      await context.close()
    })
  }
})

/** The part of the window that has moved, times the distance: https://web.dev/articles/cls */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    return observer.takeRecords().reduce((sum, { value }) => sum + value, 0)
  })()`)
}
