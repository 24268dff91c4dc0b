import { expect, test } from '@playwright/test'
import { match, member } from '../support/people.ts'

const HALF_A_MINUTE_MS = 30_000 // less than the silence after which a client gives its socket up

test('a client with a healthy socket makes no request by itself', async ({ browser }) => {
  const [ada, ben] = [await member(browser, 'Ada'), await member(browser, 'Ben')]
  await match(ada, ben)
  const { page } = ada
  await page.clock.install()
  for (const path of ['/feed', '/messages', `/chat/${ben.id}`, '/preferences']) {
    const connected = page.waitForEvent('websocket').then((ws) => ws.waitForEvent('framereceived'))
    await page.goto(path)
    await connected
    await page.waitForLoadState('networkidle')
    const requests: string[] = []
    page.on('request', (request) => void requests.push(request.url()))
    await page.clock.runFor(HALF_A_MINUTE_MS)
    expect(requests, path).toEqual([])
    page.removeAllListeners('request')
  }
})
