import { expect } from '@playwright/test'
import { test } from '../support/test.ts'
import { match, member } from '../support/users.ts'

const HALF_A_MINUTE_MS = 30_000 // less than the silence after which a client gives its socket up
const QUIET_MS = 1_500

test('a client with a healthy socket makes no request by itself', async ({ browser }) => {
  const [ada, ben] = [await member(browser, 'Ada'), await member(browser, 'Ben')]
  await match(ada, ben)
  const { page } = ada
  await page.clock.install()
  const requests: { path: string; at: number }[] = []
  page.on('request', (request) => void requests.push({ path: new URL(request.url()).pathname, at: Date.now() }))

  for (const path of ['/feed', '/messages', `/chat/${ben.id}`, '/preferences']) {
    const connected = page
      .waitForEvent('websocket')
      .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('CONNECTED')))
    await page.goto(path)
    await connected
    await expect.poll(() => Date.now() - (requests.at(-1)?.at ?? 0)).toBeGreaterThan(QUIET_MS)
    requests.length = 0
    await page.clock.runFor(HALF_A_MINUTE_MS)
    expect(requests, path).toEqual([])
  }
})
