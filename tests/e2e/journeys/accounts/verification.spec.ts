import { expect, type Page } from '@playwright/test'
import { personRoute } from '@zing/proto/client-routes'
import { getUser } from '@zing/proto/http/auth'
import { listNotifications } from '@zing/proto/http/social'
import { callAs } from '../../support/api.ts'
import { changeCommunity, userWithRole } from '../../support/moderators.ts'
import { test } from '../../support/test.ts'
import { newUser, registeredUser, signUp } from '../../support/users.ts'

test('a verified member has a badge for others until the consent is withdrawn', async ({ browser }) => {
  const vera = await userWithRole(browser, 'Vera', 'admin')
  await changeCommunity(vera.page, { people: { verification: 'offered' } })

  const mona = await newUser(browser, 'Mona')
  await signUp(mona)
  const { id } = (await callAs(mona.page, getUser)).body
  await expect(async () => {
    await mona.page.goto('/preferences')
    await expect(mona.page.getByRole('link', { name: 'Get verified' })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await mona.page.getByRole('link', { name: 'Get verified' }).click()
  await mona.page.getByRole('button', { name: 'I agree, open the camera' }).click()
  await showPose(mona.page, 1)
  await showPose(mona.page, 2)
  await expect(mona.page.getByRole('main').getByText('A moderator will look at this')).toBeVisible()

  const one = vera.page.getByRole('article', { name: mona.name })
  await vera.page.goto('/moderation/verifications')
  await expect(async () => {
    await expect(vera.page.getByRole('article')).toBeVisible({ timeout: 5_000 })
    if (!(await one.isVisible())) await vera.page.keyboard.press('j') // another journey's comes first
    await expect(one).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const isShown = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0
  for (const picture of await one.getByRole('img').all()) await expect.poll(() => picture.evaluate(isShown)).toBe(true)
  await expect(async () => {
    if (await one.isVisible()) await vera.page.keyboard.press('v') // again, if a busy machine has refused it
    await expect(one).not.toBeVisible({ timeout: 5_000 })
  }).toPass()

  await mona.page.getByRole('button', { name: /^Notifications/ }).click()
  await mona.page.getByRole('button', { name: /^You've been verified/ }).click()
  await expect(mona.page.getByRole('main').getByText("You're verified")).toBeVisible()
  const nora = await registeredUser(browser, 'Nora')
  const badge = nora.page.getByRole('button', { name: 'Verified' })
  await expect(async () => {
    await nora.page.goto(personRoute(id))
    await expect(badge).toBeVisible({ timeout: 5_000 })
  }).toPass()

  await mona.page.getByRole('button', { name: 'Withdraw my consent' }).click()
  await mona.page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(mona.page.getByRole('button', { name: 'I agree, open the camera' })).toBeVisible()
  await expect(async () => {
    await nora.page.reload()
    await expect(nora.page.getByRole('article')).toBeVisible({ timeout: 5_000 })
    await expect(badge).not.toBeVisible({ timeout: 1_000 })
  }).toPass()
  const listed = mona.page.waitForResponse(`**${listNotifications.path}?*`)
  await mona.page.reload()
  await listed // before it the panel is empty
  await mona.page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(mona.page.getByText('No activity yet')).toBeVisible()
})

async function showPose(page: Page, number: number): Promise<void> {
  await expect(page.getByText(`Pose ${number} of 2`)).toBeVisible()
  await page.getByRole('button', { name: 'Take photo' }).click()
  await page.getByRole('button', { name: 'Send this picture' }).click()
}
