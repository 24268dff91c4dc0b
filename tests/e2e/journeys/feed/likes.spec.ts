import { expect } from '@playwright/test'
import { likeUser } from '@zing/proto/http/social'
import { test } from '../../support/test.ts'
import { cardOf, registeredUser, unseenUser } from '../../support/users.ts'

test('a like made offline is shown as waiting, and is sent when the connection is back', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  await registeredUser(browser, 'Cleo') // without a user to show, the feed has no tabs
  const { page, context } = ada
  await page.goto('/feed')
  const card = await cardOf(page, ben.name)
  await context.setOffline(true)
  await card.getByRole('button', { name: `Like ${ben.name}` }).click()
  await expect(card).not.toBeAttached()
  await expect(page.getByText('Your like is waiting').first()).toBeVisible()

  const response = page.waitForResponse((one) => one.url().endsWith(likeUser.path) && one.status() === 200)
  await context.setOffline(false)
  await response
  await page.reload()
  await page.getByRole('tab', { name: 'Liked' }).click()
  const liked = page.getByRole('region', { name: 'People you like' }).getByRole('article', { name: ben.name })
  await expect(liked.getByRole('button', { name: /already liked/ })).toBeDisabled()
})
