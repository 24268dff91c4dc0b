import { expect } from '@playwright/test'
import { updateUser } from '@zing/proto/http/auth'
import { sendMessage } from '@zing/proto/http/chat'
import { likeUser } from '@zing/proto/http/social'
import { callAs } from '../../support/api.ts'
import { registerApiUser } from '../../support/client.ts'
import { test } from '../../support/test.ts'
import { cardOf, registeredUser } from '../../support/users.ts'

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
  const liked = await mallory.call(likeUser, { body: { likedId: ada.id } })
  expect(liked.status, JSON.stringify(liked.body)).toBe(200)

  await page.goto('/feed')
  await expect(await cardOf(page, 'mallory')).toContainText(MARKUP)
  await page.goto(`/people/${mallory.id}`)
  await expect(page.getByText(`${MARKUP} ${LINK}`)).toBeVisible()
  await expect(page.getByText(MARKUP, { exact: true })).toBeVisible()

  expect(await callAs(page, likeUser, { body: { likedId: mallory.id } })).toMatchObject({ body: { isMatch: true } })
  const write = (content: string) => mallory.call(sendMessage, { body: { receiverId: ada.id, content } })
  expect(await write(MARKUP)).toMatchObject({ status: 400 }) // the server refuses some characters in messages
  expect(await write(LINK)).toMatchObject({ status: 201, body: { content: LINK } })
  await page.goto(`/chat/${mallory.id}`)
  await page.getByText(LINK, { exact: true }).click()

  expect(await page.evaluate(() => Reflect.get(window, 'attacked'))).toBe(0)
  expect(await page.locator('a[href^="javascript:"]').count()).toBe(0)
  expect(violations).toEqual([])
})
