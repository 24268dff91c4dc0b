import { expect } from '@playwright/test'
import { firstRequests } from '@zing/proto/first-requests'
import { test } from '../../support/test.ts'
import { registeredUser } from '../../support/users.ts'

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
