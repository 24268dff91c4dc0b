import { expect } from '@playwright/test'
import { pidOf } from '../../support/processes.ts'
import { test } from '../../support/test.ts'
import { match, registeredUser, writeMessage } from '../../support/users.ts'

test('when a service is killed, it restarts and the open chat recovers without a reload', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await registeredUser(browser, 'Ben')]
  await match(ada, ben)
  await ada.page.goto(`/chat/${ben.id}`)
  await ben.page.goto(`/chat/${ada.id}`)
  await writeMessage(ada, 'before')
  await expect(ben.page.getByText('before')).toBeVisible()

  for (const service of ['chat', 'social', 'gateway'] as const) {
    await test.step(`${service} is killed`, async () => {
      const killed = pidOf(service)
      process.kill(killed, 'SIGKILL')
      await writeMessage(ada, `while ${service} was down`)
      await expect(ben.page.getByText(`while ${service} was down`)).toBeVisible()
      await expect.poll(() => ![0, killed].includes(pidOf(service))).toBe(true)
      await writeMessage(ben, `reply after ${service}`)
      await expect(ada.page.getByText(`reply after ${service}`)).toBeVisible()
    })
  }
  await expect(ada.page.getByText('while chat was down')).toHaveCount(1)
  await expect(ben.page.getByText('while chat was down')).toHaveCount(1)
})
