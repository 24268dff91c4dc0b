import { expect } from '@playwright/test'
import { listMessages, sendMessage } from '@zing/proto/http/chat'
import { callAs } from '../support/api.ts'
import { test } from '../support/test.ts'
import { match, registeredUser, writeMessage } from '../support/users.ts'

test('messages written offline survive a closed tab and arrive once and in order', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await registeredUser(browser, 'Ben')]
  await match(ada, ben)
  await ada.page.goto(`/chat/${ben.id}`)
  await writeMessage(ada, 'with a network')
  await expect(ada.page.getByRole('listitem').filter({ hasText: 'with a network' })).toContainText('Sent')

  await ada.context.setOffline(true)
  for (const text of ['first', 'second', 'third']) await writeMessage(ada, text)
  await expect(ada.page.getByRole('listitem').filter({ hasText: 'third' })).toContainText('Sending')
  await expect(ada.page.getByText('Reconnecting...')).toBeVisible()
  await ada.page.close()
  await ada.context.setOffline(false)
  expect((await callAs(ben.page, listMessages, { params: { id: ada.id } })).body).toHaveLength(1)

  const again = await ada.context.newPage()
  await again.goto('/feed')
  const texts = () =>
    callAs(ben.page, listMessages, { params: { id: ada.id } }).then(({ body }) => body.map(({ content }) => content))
  await expect.poll(texts).toEqual(['with a network', 'first', 'second', 'third'])
  await again.goto(`/chat/${ben.id}`)
  await expect(again.getByRole('listitem')).toHaveCount(4)
})

test('a message that the server rejects shows the error and can be retried', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await registeredUser(browser, 'Ben')]
  await match(ada, ben)
  const { page } = ada
  await page.goto(`/chat/${ben.id}`)
  await page.route('**/api/messages', (route) =>
    route.fulfill({ status: 403, json: { message: 'You can only message your matches' } }),
  )
  await writeMessage(ada, 'are you there')
  await expect(page.getByText('You can only message your matches').first()).toBeVisible()
  await page.unroute('**/api/messages')
  await page.getByRole('button', { name: 'Failed, tap to retry' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'are you there' })).toContainText('Sent')
})

test('older messages load without moving the visible ones, and the draft is kept', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await registeredUser(browser, 'Ben')]
  await match(ada, ben)
  for (let n = 1; n <= 120; n++) {
    const { status } = await callAs(ben.page, sendMessage, { body: { receiverId: ada.id, content: `line ${n}` } })
    expect(status).toBe(201)
  }
  const { page } = ada
  await page.goto(`/chat/${ben.id}`)
  const log = page.getByRole('log')
  const line = (text: string) => log.getByRole('listitem').filter({ hasText: text })
  await expect(line('line 120')).toBeInViewport()
  await expect(log.getByRole('listitem')).toHaveCount(50)

  await log.evaluate((element) => {
    element.scrollTop = 40
  })
  await expect(log.getByRole('listitem')).toHaveCount(100)
  await expect(line('line 71')).toBeInViewport()
  await page.getByPlaceholder('Type a message').fill('half a thought')
  await callAs(ben.page, sendMessage, { body: { receiverId: ada.id, content: 'and one more' } })
  await page.getByRole('button', { name: 'New messages' }).click()
  await expect(line('and one more')).toBeInViewport()

  await page.getByRole('link', { name: 'Back to messages' }).click()
  await page.getByRole('link', { name: new RegExp(ben.name) }).click()
  await expect(page.getByPlaceholder('Type a message')).toHaveValue('half a thought')
})
