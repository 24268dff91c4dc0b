import { expect } from '@playwright/test'
import { updateAccount } from '@zing/proto/http/account'
import { ONLINE_STALE_MS } from '@zing/proto/limits'
import { callAs } from '../../support/api.ts'
import { test } from '../../support/test.ts'
import { match, registeredUser, writeMessage } from '../../support/users.ts'

test('two matched users react, reply, and see each other online', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await registeredUser(browser, 'Ben')]
  await match(ada, ben)
  await ada.page.goto(`/chat/${ben.id}`)
  await ben.page.goto(`/chat/${ada.id}`)
  const bubbleOf = ({ page }: typeof ada, text: string) => page.getByRole('listitem').filter({ hasText: text })

  await test.step('each sees the other online', async () => {
    for (const { page } of [ada, ben]) await expect(page.getByRole('banner').getByText('online')).toBeVisible()
  })

  await test.step('an opener fills the composer, and the message is sent', async () => {
    await ada.page.getByRole('button', { name: /👋 Hi Ben/ }).click()
    await ada.page.getByRole('button', { name: 'Send' }).click()
    await expect(bubbleOf(ben, '👋 Hi Ben')).toBeVisible()
  })

  await test.step('both see a reaction made by keyboard, also after a reload', async () => {
    await bubbleOf(ben, '👋 Hi Ben').getByRole('button', { name: 'React or reply' }).focus()
    await ben.page.keyboard.press('Enter')
    await ben.page.keyboard.press('ArrowRight')
    await ben.page.keyboard.press('Enter')
    await expect(bubbleOf(ben, '👋 Hi Ben').getByText('😂')).toBeVisible()
    await expect(bubbleOf(ada, '👋 Hi Ben').getByText('😂')).toBeVisible()
    await ada.page.reload()
    await expect(bubbleOf(ada, '👋 Hi Ben').getByText('😂')).toBeVisible()
    await ada.page.goto('/messages')
    await expect(ada.page.getByRole('link', { name: ben.name })).toContainText('Reacted 😂 to')
    await ada.page.goto(`/chat/${ben.id}`)
  })

  await test.step('a right click opens the same menu, and Back closes it', async () => {
    const bubble = bubbleOf(ben, '👋 Hi Ben')
    await bubble.getByText('👋 Hi Ben').click({ button: 'right' })
    await expect(ben.page.getByRole('menu')).toBeVisible()
    await ben.page.goBack()
    await expect(ben.page.getByRole('menu')).toBeHidden()
    await expect(ben.page).toHaveURL(`/chat/${ada.id}`)
  })

  await test.step('a reply shows the quoted message to both, and leads to it', async () => {
    await bubbleOf(ben, '👋 Hi Ben').getByText('👋 Hi Ben').click({ button: 'right' })
    await ben.page.getByRole('menuitem', { name: 'Reply' }).click()
    await expect(ben.page.getByText('Replying to')).toBeVisible()
    await writeMessage(ben, 'Hello you')
    const reply = bubbleOf(ada, 'Hello you')
    await expect(reply.getByRole('button', { name: /In reply to\s*You\s*👋 Hi Ben/ })).toBeVisible()
    await reply.getByRole('button', { name: /In reply to/ }).click()
    await expect(bubbleOf(ada, '👋 Hi Ben').first()).toBeFocused()
  })

  await test.step('a user who leaves is offline within 30 s, and a user who hides is not shown online', async () => {
    await ben.page.goto('about:blank')
    await expect(ada.page.getByRole('banner').getByText('online')).toBeHidden({ timeout: ONLINE_STALE_MS })
    await ben.page.goto(`/chat/${ada.id}`)
    await expect(ada.page.getByRole('banner').getByText('online')).toBeVisible()
    expect((await callAs(ben.page, updateAccount, { body: { showOnline: false } })).status).toBe(200)
    await expect(ada.page.getByRole('banner').getByText('online')).toBeHidden({ timeout: ONLINE_STALE_MS })
    await expect(ben.page.getByRole('banner').getByText('online')).toBeVisible()
  })
})
