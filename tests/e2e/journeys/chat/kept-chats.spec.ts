import { expect, type Page } from '@playwright/test'
import { listMessages, sendMessage } from '@zing/proto/http/chat'
import { unmatchUser } from '@zing/proto/http/discovery'
import { callAs } from '../../support/api.ts'
import { lookAtSizes } from '../../support/screenshot.ts'
import { test } from '../../support/test.ts'
import { match, registeredUser, storedKeys, type UnseenUser, unseenUser, writeMessage } from '../../support/users.ts'

test.use({ serviceWorkers: 'allow' })

const IS_CONTROLLED = 'Boolean(navigator.serviceWorker.controller)'
const keptKeys = (page: Page) => storedKeys(page, 'zing-chats', 'kept')

test('chats open without a network, can be searched, take a message, and leave with their user (10.chat.kept, 10.chat.kept.wipe)', async ({
  browser,
}) => {
  const [ada, ben, cleo] = [
    await registeredUser(browser, 'Ada'),
    await unseenUser(browser, 'Ben'),
    await unseenUser(browser, 'Cleo'),
  ]
  const write = (from: UnseenUser, content: string) =>
    callAs(from.context, sendMessage, { body: { receiverId: ada.id, content } })
  await match(ada, ben)
  await match(ada, cleo)
  await write(ben, 'see you at eight')
  for (const text of ['Bonsoir', 'the café on the corner', 'or tomorrow']) await write(cleo, text)

  await test.step('a visit to the list keeps both chats, although neither was opened', async () => {
    await ada.page.goto('/messages')
    await expect.poll(() => ada.page.evaluate(IS_CONTROLLED)).toBe(true)
    await expect.poll(() => keptKeys(ada.page)).toEqual([`${ben.id}`, `${cleo.id}`, 'head', 'owner'])
    await ada.page.close()
  })

  await ada.context.setOffline(true)
  const page = await ada.context.newPage()
  const log = page.getByRole('log')

  await test.step('a start without a network shows the list, which can be searched by name', async () => {
    await page.goto('/messages')
    await expect(page.getByText('You are offline')).toBeVisible()
    await expect(page.getByText(/^Last updated/)).toBeVisible()
    await expect(page.getByRole('link', { name: /^Ben/ })).toContainText('see you at eight')
    await lookAtSizes(page, 'kept-list', 'narrow', 'desktop', 'phone')
    await page.getByRole('searchbox', { name: 'Search names' }).fill('CLÉ')
    await expect(page.getByRole('link', { name: /^Ben/ })).toBeHidden()
    await lookAtSizes(page, 'name-search', 'narrow', 'phone')
  })

  await test.step('the chat is there, a search marks its messages, and a new one waits', async () => {
    await page.getByRole('link', { name: /^Cleo/ }).click()
    await expect(log.getByRole('listitem')).toHaveCount(3)
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByRole('menuitem', { name: 'Search' }).click()
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('cafe')
    await expect(log.locator('[aria-current]')).toHaveText(/the café on the corner/)
    await expect(log.locator('[aria-current]')).toBeInViewport()
    await lookAtSizes(page, 'chat-search', 'narrow', 'desktop', 'phone')
    await page.keyboard.press('Escape')
    await writeMessage({ ...ada, page }, 'written without a network')
    await expect(log.getByRole('listitem').last()).toContainText('Sending')
    await lookAtSizes(page, 'kept-chat', 'narrow', 'phone')
  })

  await test.step('with the network the message arrives, and an ended match vanishes from screen and device', async () => {
    await callAs(ben.context, unmatchUser, { params: { userId: ada.id } })
    await ada.context.setOffline(false)
    await expect(log.getByRole('listitem').last()).toContainText('Sent')
    const arrived = await callAs(cleo.context, listMessages, { params: { id: ada.id } })
    expect(arrived.body.at(-1)?.content).toBe('written without a network')
    await page.getByRole('link', { name: 'Back to messages' }).click()
    await expect(page.getByRole('link', { name: /^Cleo/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Ben/ })).toBeHidden()
    await expect(page.getByText(/^Last updated/)).toBeHidden()
    await expect.poll(() => keptKeys(page)).toEqual([`${cleo.id}`, 'head', 'owner'])
  })

  await test.step('a logout leaves nothing of them in IndexedDB', async () => {
    await page.goto('/account')
    const kept = page.getByRole('region', { name: 'Without a connection' })
    await kept.scrollIntoViewIfNeeded()
    await lookAtSizes(page, 'keep-chats', 'narrow', 'phone')
    await page.goto('/preferences')
    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(page).toHaveURL('/auth')
    await expect.poll(() => keptKeys(page)).toEqual([])
  })
})
