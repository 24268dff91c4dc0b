import { expect } from '@playwright/test'
import { getUser } from '@zing/proto/http/auth'
import { listMessages } from '@zing/proto/http/chat'
import { callAs } from '../../support/api.ts'
import { expectNoLayerEntry } from '../../support/layers.ts'
import { test } from '../../support/test.ts'
import { cardOf, newUser, openChat, signUp, writeMessage } from '../../support/users.ts'

test('two users sign up, like each other, match, chat with receipts, and one blocks the other (1.5, 1.8, 1.10, 2.auth.1)', async ({
  browser,
}) => {
  const [ada, ben, cleo] = [
    await newUser(browser, 'Ada'),
    await newUser(browser, 'Ben'),
    await newUser(browser, 'Cleo'),
  ]
  const pushed: string[] = []
  ada.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => void pushed.push(String(payload))))
  await signUp(ada)
  await signUp(ben)
  await signUp(cleo)

  await test.step('they see each other and like', async () => {
    await (await cardOf(ada.page, ben.name)).getByRole('button', { name: /^(like|zing)/i }).click()
    const like = (await cardOf(ben.page, ada.name)).getByRole('button', { name: /^(like|zing)/i })
    await like.click()
  })

  await test.step('both see the match at once, also the user who only gets a push', async () => {
    await Promise.all(
      [ada, ben].map(({ page }) => expect(page.getByRole('dialog', { name: "It's a Match!" })).toBeVisible()),
    )
    await expect.poll(() => pushed.filter((frame) => frame.includes('NEW_MATCH')).length).toBe(1)
    await ada.page.getByRole('button', { name: 'Message Now' }).click()
    await ben.page.getByRole('button', { name: 'Keep Browsing' }).click()
    await expect(ada.page).toHaveURL(/\/chat\/\d+/)
  })

  await test.step('a message is sent, then delivered, then read', async () => {
    await writeMessage(ada, 'Hello Ben')
    const hello = ada.page.getByRole('listitem').filter({ hasText: 'Hello Ben' })
    await expect(hello.getByText('Delivered')).toBeAttached()
    await openChat(ben.page, ada.name)
    await expect(ben.page.getByText('Hello Ben')).toBeVisible()
    await expect(hello.getByText('Read', { exact: true })).toBeAttached()
  })

  await test.step('typing is shown, and messages arrive in order on both sides', async () => {
    await ben.page.getByPlaceholder('Type a message').fill('Hi')
    await expect(ada.page.getByText(/typing/i)).toBeAttached()
    await writeMessage(ben, 'Hi Ada')
    await expect(ada.page.getByText('Hi Ada')).toBeVisible()
    await expect(ada.page.getByText(/typing/i)).not.toBeAttached()
    for (const text of ['one', 'two', 'three']) await writeMessage(ada, text)
    await expect(ben.page.getByText('three')).toBeVisible()
    const shown = await ben.page.getByRole('log').getByRole('listitem').allInnerTexts()
    const order = ['Hello Ben', 'Hi Ada', 'one', 'two', 'three'].map((text) =>
      shown.findIndex((item) => item.includes(text)),
    )
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(order).not.toContain(-1)
  })

  await test.step('both have their notifications', async () => {
    for (const { page } of [ada, ben]) {
      const chat = page.url()
      await page.goto('/feed')
      await page.getByRole('button', { name: 'Notifications' }).click()
      await expect(page.getByRole('dialog').getByText('You have a new match!').first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expectNoLayerEntry(page)
      await page.goto(chat)
      await expect(page.getByPlaceholder('Type a message')).toBeVisible()
    }
  })

  await test.step('a third user sees nothing of the conversation', async () => {
    const { body: user } = await callAs(ada.page, getUser)
    expect((await callAs(cleo.page, listMessages, { params: { id: user.id } })).status).toBe(404)
    await cleo.page.goto('/messages')
    await expect(cleo.page.getByText('No matches yet')).toBeVisible()
  })

  await test.step('a block ends the conversation on both sides', async () => {
    await ben.page.getByRole('button', { name: /more|menu|options/i }).click()
    await ben.page.getByRole('menuitem', { name: 'Unmatch & Block' }).click()
    await ben.page.getByRole('alertdialog').getByRole('button', { name: 'Unmatch & Block' }).click()
    await expect(ben.page.getByText('User blocked').first()).toBeVisible()
    await expect(ada.page.getByText("You've been blocked").first()).toBeVisible()
    await expect(ben.page).toHaveURL('/messages')
    await expect(ada.page).toHaveURL('/messages')
    await expect(ada.page.getByText('No matches yet')).toBeVisible()
  })
})
