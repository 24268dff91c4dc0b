import { expect } from '@playwright/test'
import { blockUser } from '@zing/proto/http/chat'
import { likeUser } from '@zing/proto/http/social'
import { callAs } from '../../support/api.ts'
import { expectNoLayerEntry } from '../../support/layers.ts'
import { lookInBoth } from '../../support/screenshot.ts'
import { test } from '../../support/test.ts'
import { match, registeredUser, unseenUser } from '../../support/users.ts'

test('Ada unblocks Ben: no match comes back, and two new likes make one (10.account.blocked, 10.account.unblock)', async ({
  browser,
}) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  const { page } = ada
  await match(ada, ben)
  await callAs(ada.context, blockUser, { body: { blockedUserId: ben.id } })

  await page.goto('/account')
  const blocked = page.getByRole('list', { name: 'Blocked people' }).getByRole('listitem')
  await expect(async () => {
    await page.reload()
    await expect(blocked).toContainText(ben.name, { timeout: 1_000 })
  }).toPass()
  await blocked.scrollIntoViewIfNeeded()
  await lookInBoth(page, 'blocked-people')
  await blocked.getByRole('button', { name: 'Unblock' }).click()
  const dialog = page.getByRole('alertdialog', { name: /^Unblock Ben/ })
  await expect(dialog).toBeVisible()
  await lookInBoth(page, 'unblock-dialog')
  await dialog.getByRole('button', { name: 'Unblock' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText("You haven't blocked anyone.")).toBeVisible()

  await expectNoLayerEntry(page)
  await page.goto(`/chat/${ben.id}`)
  await expect(page.getByText(/You're not a match, or not anymore/)).toBeVisible()
  const like = (one: typeof ben | typeof ada, other: { id: number }) =>
    callAs(one.context, likeUser, { body: { likedId: other.id } })
  await expect.poll(async () => (await like(ben, ada)).status).toBe(200)
  expect((await like(ben, ada)).body).toMatchObject({ isMatch: false })
  expect((await like(ada, ben)).body).toMatchObject({ isMatch: true })
})
