import { expect, test } from '@playwright/test'
import { getUser } from '@zing/proto/http/auth'
import { likeUser } from '@zing/proto/http/social'
import { callAs } from '../support/api.ts'
import { arrive, type Person, signUp } from '../support/people.ts'
import { pidOf } from '../support/processes.ts'

test('a killed service comes back by itself and the open chat recovers without a reload', async ({ browser }) => {
  test.setTimeout(150_000)
  const [ada, ben] = [await arrive(browser, 'Ada'), await arrive(browser, 'Ben')]
  await signUp(ada)
  await signUp(ben)
  await matchAndOpenChat(ada, ben)
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

async function matchAndOpenChat(one: Person, other: Person): Promise<void> {
  const [first, second] = [await callAs(one.page, getUser), await callAs(other.page, getUser)]
  await callAs(one.page, likeUser, { body: { likedId: second.body.id } })
  await callAs(other.page, likeUser, { body: { likedId: first.body.id } })
  await one.page.goto(`/chat/${second.body.id}`)
  await other.page.goto(`/chat/${first.body.id}`)
}

async function say({ page }: Person, text: string): Promise<void> {
  await page.getByPlaceholder('Type a message').fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}
