import { expect } from '@playwright/test'
import { updateUser } from '@zing/proto/http/auth'
import { sendMessage } from '@zing/proto/http/chat'
import { likeUser } from '@zing/proto/http/social'
import { callAs } from '../../support/api.ts'
import { registerApiUser } from '../../support/client.ts'
import { test } from '../../support/test.ts'
import { registeredUser } from '../../support/users.ts'

const MARKUP = `<img src=x onerror="attacked++"><svg onload=attacked++>`
const LINK = `javascript:attacked++`

test('SEC-36 profile and messages show the words of a user as text, and run nothing', async ({ browser, baseURL }) => {
  const ada = await registeredUser(browser, 'Ada')
  const { page } = ada
  await page.addInitScript(() => Object.assign(window, { attacked: 0 }))
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  page.on('dialog', (dialog) => {
    violations.push(dialog.message())
    return dialog.dismiss()
  })
  const mallory = await registerApiUser(baseURL ?? '', 'mallory') // names have letters only
  const prompts = [{ promptId: 'perfect-sunday', answer: MARKUP }]
  const story = await mallory.call(updateUser, { body: { bio: `${MARKUP} ${LINK}`, prompts } })
  expect(story.status, JSON.stringify(story.body)).toBe(200)
  await mallory.call(likeUser, { body: { likedId: ada.id } })

  await page.goto('/feed')
  await expect(page.getByRole('article').filter({ hasText: MARKUP }).first()).toBeVisible()
  await page.goto(`/people/${mallory.id}`)
  await expect(page.getByText(`${MARKUP} ${LINK}`)).toBeVisible()
  await expect(page.getByText(MARKUP, { exact: true })).toBeVisible()

  await callAs(page, likeUser, { body: { likedId: mallory.id } })
  const write = async (content: string) =>
    (await mallory.call(sendMessage, { body: { receiverId: ada.id, content } })).status
  expect([await write(MARKUP), await write(LINK)]).toEqual([400, 201]) // the server refuses some characters in messages
  await page.goto(`/chat/${mallory.id}`)
  await page.getByText(LINK, { exact: true }).click()

  expect(await page.evaluate(() => Reflect.get(window, 'attacked'))).toBe(0)
  expect(await page.locator('a[href^="javascript:"]').count()).toBe(0)
  expect(violations).toEqual([])
})
