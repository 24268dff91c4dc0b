import { expect } from '@playwright/test'
import { test } from '../../support/test.ts'
import { match, registeredUser, unseenUser } from '../../support/users.ts'

const IDLE_MS = 30_000 // below SILENCE_MAX_MS, after which the client reconnects
const QUIET_MS = 1_500

test('an idle client with a connected socket sends no HTTP requests', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
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
    await page.clock.runFor(IDLE_MS)
    expect(requests, path).toEqual([])
  }
})
