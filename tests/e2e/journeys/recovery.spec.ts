import { expect } from '@playwright/test'
import { pidOf } from '../support/processes.ts'
import { test } from '../support/test.ts'
import { match, member, say } from '../support/users.ts'

test('a killed service comes back by itself and the open chat recovers without a reload', async ({ browser }) => {
  test.setTimeout(150_000)
  const [ada, ben] = [await member(browser, 'Ada'), await member(browser, 'Ben')]
  await match(ada, ben)
  await ada.page.goto(`/chat/${ben.id}`)
  await ben.page.goto(`/chat/${ada.id}`)
  await say(ada, 'before')
  await expect(ben.page.getByText('before')).toBeVisible()

  for (const service of ['chat', 'social', 'gateway'] as const) {
    await test.step(`${service} is killed`, async () => {
      const killed = pidOf(service)
      process.kill(killed, 'SIGKILL')
      await say(ada, `while ${service} was away`)
      await expect(ben.page.getByText(`while ${service} was away`)).toBeVisible({ timeout: 30_000 })
      await expect.poll(() => ![0, killed].includes(pidOf(service)), { timeout: 30_000 }).toBe(true)
      await say(ben, `answer after ${service}`)
      await expect(ada.page.getByText(`answer after ${service}`)).toBeVisible({ timeout: 30_000 })
    })
  }
  await expect(ada.page.getByText('while chat was away')).toHaveCount(1)
  await expect(ben.page.getByText('while chat was away')).toHaveCount(1)
})
