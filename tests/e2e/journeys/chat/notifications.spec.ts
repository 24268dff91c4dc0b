import { expect } from '@playwright/test'
import { likeUser } from '@zing/proto/http/social'
import { callAs } from '../../support/api.ts'
import { expectNoLayerEntry } from '../../support/layers.ts'
import { test } from '../../support/test.ts'
import { registeredUser, unseenUser } from '../../support/users.ts'

test('a like notifies; the opened panel marks it as read, can return it and can be cleared (1.11, 4.notification.1)', async ({
  browser,
}) => {
  const [ada, ben, cleo] = [
    await registeredUser(browser, 'Ada'),
    await registeredUser(browser, 'Ben'),
    await registeredUser(browser, 'Cleo'),
  ]
  const { page } = ada
  await page.goto('/feed')
  const bell = page.getByRole('button', { name: 'Notifications' })
  await expect(bell).toBeVisible()
  await callAs(ben.page, likeUser, { body: { likedId: ada.id } })
  await callAs(cleo.page, likeUser, { body: { likedId: ada.id } })
  await expect(bell).toContainText('2 new')
  const stored = await page.evaluate(() => localStorage.getItem('zing.notifications'))
  expect(JSON.parse(stored ?? '')).toMatchObject([
    { type: 'LIKE', isRead: false },
    { type: 'LIKE', isRead: false },
  ])
  expect(stored).not.toContain(ben.name)

  await bell.click()
  const panel = page.getByRole('dialog', { name: 'Zing Activity' })
  await expect(panel.getByText('Liked your profile')).toHaveCount(2)
  await panel.getByRole('tab', { name: 'Matches' }).click()
  await expect(panel.getByText('No matches yet')).toBeVisible()
  await panel.getByRole('tab', { name: 'Likes' }).click()
  const entry = panel.getByRole('listitem').filter({ hasText: ben.name })
  await entry.getByRole('button', { name: 'Like back' }).click()
  await expect(page.getByRole('dialog', { name: "It's a Match!" })).toBeVisible()
  await page.getByRole('button', { name: 'Keep Browsing' }).click()
  await expect(entry.getByRole('button', { name: 'Liked back ✓' })).toBeDisabled()

  await panel.getByRole('button', { name: 'Clear all' }).click()
  await expect(panel.getByText('No likes yet')).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expectNoLayerEntry(page)
  await page.reload()
  await expect(bell).not.toContainText('new')
})

test('the bell does not count a like and a match after their chat was opened', async ({ browser }) => {
  const [ada, ben, cleo] = [
    await registeredUser(browser, 'Ada'),
    await registeredUser(browser, 'Ben'),
    await registeredUser(browser, 'Cleo'),
  ]
  const { page } = ada
  await callAs(ben.page, likeUser, { body: { likedId: ada.id } })
  await callAs(cleo.page, likeUser, { body: { likedId: ada.id } })
  await callAs(page, likeUser, { body: { likedId: ben.id } })
  const bell = page.getByRole('button', { name: 'Notifications' })
  await page.goto('/messages')
  await expect(bell).toContainText('2 new')
  await page.getByRole('link', { name: new RegExp(ben.name) }).click()
  await expect(page).toHaveURL(`/chat/${ben.id}`)
  await page.goBack()
  await expect(bell).toContainText('1 new')
  await page.reload()
  await expect(bell).toContainText('1 new')
})

test('tapping a like notification likes back and opens the feed (4.notification.5)', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  await callAs(ben.context, likeUser, { body: { likedId: ada.id } })
  await ada.page.goto('/messages')
  await ada.page.getByRole('button', { name: 'Notifications' }).click()
  await ada.page.getByRole('button', { name: new RegExp(ben.name) }).click()
  await expect(ada.page).toHaveURL('/feed')
  await expect(ada.page.getByRole('dialog', { name: "It's a Match!" })).toBeVisible()
})
