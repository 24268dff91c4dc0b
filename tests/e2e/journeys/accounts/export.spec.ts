import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { updateUser } from '@zing/proto/http/auth'
import { blockUser, listMessages, sendMessage } from '@zing/proto/http/chat'
import { createExport } from '@zing/proto/http/exports'
import { likeUser } from '@zing/proto/http/social'
import { strFromU8, unzipSync } from 'fflate'
import { callAs } from '../../support/api.ts'
import { expireConfirmation } from '../../support/expire-confirmation.ts'
import { test } from '../../support/test.ts'
import { match, registeredUser } from '../../support/users.ts'

/** Prepares a copy of the user's data on the account page, which first asks for the password. */
async function prepareCopy(page: Page, password: string): Promise<void> {
  await page.goto('/account')
  await expireConfirmation(page, createExport)
  await page.getByRole('button', { name: 'Prepare a copy of your data' }).click()
  const confirm = page.getByRole('dialog', { name: "Confirm it's you" })
  await confirm.getByLabel('Password', { exact: true }).fill(password)
  await confirm.getByRole('button', { name: 'Continue' }).click()
}

test('a user downloads a copy of their data, once', async ({ browser }) => {
  const [ada, ben, cleo, dana] = [
    await registeredUser(browser, 'Ada'),
    await registeredUser(browser, 'Ben'),
    await registeredUser(browser, 'Cleo'),
    await registeredUser(browser, 'Dana'),
  ]
  await match(ada, ben)
  await callAs(ada.page, likeUser, { body: { likedId: cleo.id } })
  await callAs(ada.page, blockUser, { body: { blockedUserId: dana.id } })
  await callAs(ada.page, sendMessage, { body: { receiverId: ben.id, content: 'Grüße' } })
  await callAs(ben.page, sendMessage, { body: { receiverId: ada.id, content: 'und zurück' } })
  await expect.poll(async () => (await callAs(ada.page, listMessages, { params: { id: ben.id } })).body).toHaveLength(2)
  const { body: account } = await callAs(ada.page, updateUser, { body: { age: 31 } })

  await prepareCopy(ada.page, ada.password)
  const link = ada.page.getByRole('link', { name: 'Download your data' })
  const downloaded = ada.page.waitForEvent('download')
  await link.click()
  const download = await downloaded
  expect(download.suggestedFilename()).toBe('zing-data.zip')
  const files = unzipSync(await readFile(await download.path()))
  const json = (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array()))

  expect(json('auth/account.json')).toEqual({
    ...account,
    verified: undefined, // another journey may have the community verify its members, which this one never tried
    recoveryCodes: 0,
    ageConfirmedAt: expect.any(String),
  })
  expect(json('auth/sessions.json')).toMatchObject([{ current: true }])
  const likes: { userId: number; name: string }[] = json('social/likes.json')
  expect(likes.map(({ userId, name }) => [userId, name]).toSorted()).toEqual(
    [
      [ben.id, ben.name],
      [cleo.id, cleo.name],
    ].toSorted(),
  )
  expect(json('social/matches.json')).toMatchObject([{ userId: ben.id, name: ben.name }])
  expect(json('social/notifications.json')).toMatchObject([{ type: 'MATCH', payload: { userId: ben.id } }])
  expect(json('chat/messages.json')).toMatchObject([
    { partnerId: ben.id, senderId: ada.id, content: 'Grüße' },
    { partnerId: ben.id, senderId: ben.id, content: 'und zurück' },
  ])
  expect(json('chat/blocks.json')).toEqual([{ userId: dana.id }])
  expect(strFromU8(files['README.txt'] ?? new Uint8Array())).toContain('chat/messages.json')

  await ben.page.goto('/feed')
  const url = await link.getAttribute('href')
  const statusOf = (page: Page) => page.evaluate(async (path) => (await fetch(path)).status, String(url))
  await expect.poll(() => statusOf(ada.page)).toBe(404)
  expect(await statusOf(ben.page)).toBe(404)
})
