import { expect } from '@playwright/test'
import { logout } from '@zing/proto/http/auth'
import { listMessages, sendMessage } from '@zing/proto/http/chat'
import { SOCKET_PATH } from '@zing/proto/paths'
import { callAs } from '../../support/api.ts'
import { apiClient } from '../../support/client.ts'
import { refuseMessages } from '../../support/refuse-messages.ts'
import { test } from '../../support/test.ts'
import { closeTab, match, registeredUser, unseenUser, writeMessage } from '../../support/users.ts'

test('messages written offline survive a closed tab and arrive once and in order', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  await match(ada, ben)
  await ada.page.goto(`/chat/${ben.id}`)
  await writeMessage(ada, 'with a network')
  await expect(ada.page.getByRole('listitem').filter({ hasText: 'with a network' })).toContainText('Sent')

  await ada.context.setOffline(true)
  for (const text of ['first', 'second', 'third']) await writeMessage(ada, text)
  await expect(ada.page.getByRole('listitem').filter({ hasText: 'third' })).toContainText('Sending')
  await expect(ada.page.getByText('You are offline').first()).toBeVisible()
  await closeTab(ada.page, 3)
  await ada.context.setOffline(false)
  expect((await callAs(ben.context, listMessages, { params: { id: ada.id } })).body).toHaveLength(1)

  const again = await ada.context.newPage()
  await again.goto('/feed')
  const texts = () =>
    callAs(ben.context, listMessages, { params: { id: ada.id } }).then(({ body }) => body.map(({ content }) => content))
  await expect.poll(texts).toEqual(['with a network', 'first', 'second', 'third'])
  await again.goto(`/chat/${ben.id}`)
  await expect(again.getByRole('listitem')).toHaveCount(4)
})

test('when the socket does not respond, a message is posted instead, and each is shown once', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  await match(ada, ben)
  const { page } = ada
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(sendMessage.path)) posts.push(request.url())
  })
  const passed: string[] = []
  let isSilent = false
  await page.routeWebSocket(`**${SOCKET_PATH}`, (socket) => {
    const server = socket.connectToServer()
    const pass = (text: string, on: (text: string) => void) => {
      const { type } = JSON.parse(text)
      if (isSilent && type === 'SEND_MESSAGE') return
      passed.push(type)
      on(text)
    }
    socket.onMessage((text) => pass(String(text), (frame) => server.send(frame)))
    server.onMessage((text) => pass(String(text), (frame) => socket.send(frame)))
  })
  await page.goto(`/chat/${ben.id}`)
  await expect.poll(() => passed).toContain('CONNECTED')
  await writeMessage(ada, 'over the socket')
  const bubble = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await expect(bubble('over the socket')).toContainText('Sent')
  expect(passed).toContain('SEND_MESSAGE')

  isSilent = true
  const before = posts.length
  await writeMessage(ada, 'by a request')
  await expect(bubble('by a request')).toContainText('Sent')
  expect(posts.length).toBe(before + 1)
  await expect(page.getByRole('listitem')).toHaveCount(2)
  const stored = await callAs(ben.context, listMessages, { params: { id: ada.id } })
  expect(stored.body.map(({ content }) => content)).toEqual(['over the socket', 'by a request'])
})

test('a message that the server rejects shows the error and can be retried', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  await match(ada, ben)
  const { page } = ada
  const acceptMessages = await refuseMessages(page, 403, 'You can only message your matches')
  await page.goto(`/chat/${ben.id}`)
  await writeMessage(ada, 'are you there')
  await expect(page.getByText('You can only message your matches').first()).toBeVisible()
  acceptMessages()
  await page.getByRole('button', { name: 'Failed, tap to retry' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'are you there' })).toContainText('Sent')
})

test('a message that the server refuses for good can be deleted', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  await match(ada, ben)
  const { page } = ada
  const acceptMessages = await refuseMessages(page, 404, 'Match not found')
  await page.goto(`/chat/${ben.id}`)
  await writeMessage(ada, 'are you there')
  const bubble = page.getByRole('log').getByRole('listitem')
  await expect(bubble).toContainText('Match not found')
  await bubble.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No messages yet')).toBeVisible()
  acceptMessages()
  await page.reload()
  await expect(page.getByText('No messages yet')).toBeVisible()
  expect((await callAs(ben.context, listMessages, { params: { id: ada.id } })).body).toEqual([])
})

test('two tabs keep their unsent messages apart, and lose or double none when both close', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  await match(ada, ben)
  const tabs = [ada.page, await ada.context.newPage(), await ada.context.newPage()]
  for (const page of tabs) {
    await page.goto(`/chat/${ben.id}`)
    await expect(page.getByText('No messages yet')).toBeVisible()
  }
  const [first, second, third] = tabs.map((page) => ({ ...ada, page }))
  if (!first || !second || !third) throw new Error('three tabs')
  const sending = (page: typeof ada.page, text: string) =>
    expect(page.getByRole('listitem').filter({ hasText: text })).toContainText('Sending')
  const texts = async () =>
    (await callAs(ben.context, listMessages, { params: { id: ada.id } })).body.map(({ content }) => content)

  await ada.context.setOffline(true)
  for (const text of ['a1', 'a2']) await writeMessage(first, text)
  for (const text of ['b1', 'b2']) await writeMessage(second, text)
  await writeMessage(third, 'c1')
  await sending(first.page, 'a2')
  await sending(second.page, 'b2')
  await sending(third.page, 'c1')
  await expect(third.page.getByRole('listitem')).toHaveCount(1) // each tab shows its own messages only
  await closeTab(first.page, 5)
  await second.page.close()

  await ada.context.setOffline(false)
  await expect.poll(async () => (await texts()).toSorted()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1'])
  const order = await texts()
  expect(order.indexOf('a1')).toBeLessThan(order.indexOf('a2'))
  expect(order.indexOf('b1')).toBeLessThan(order.indexOf('b2'))
  await third.page.reload()
  await expect(third.page.getByRole('listitem')).toHaveCount(5)
  expect(await texts()).toHaveLength(5)
})

test('a session ended elsewhere says so, and the login returns to the chat with its draft', async ({
  browser,
  baseURL,
}) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  await match(ada, ben)
  const { page } = ada
  await page.goto(`/chat/${ben.id}`)
  await page.getByPlaceholder('Type a message').fill('half a thought')
  const cookies = (await ada.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  expect((await apiClient(baseURL ?? '', cookies).call(logout)).status).toBe(logout.status)
  await expect(page).toHaveURL('/auth')
  await expect(page.getByText('Your session has ended. Log in to go on where you were.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Your session has ended. Log in to go on where you were.')).toBeVisible()
  await page.getByLabel('Username').fill(ada.username)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL(`/chat/${ben.id}`)
  await expect(page.getByPlaceholder('Type a message')).toHaveValue('half a thought')
})

test('older messages load without moving the visible ones, and the chat keeps its draft', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  await match(ada, ben)
  for (let n = 1; n <= 120; n++) {
    const { status } = await callAs(ben.context, sendMessage, { body: { receiverId: ada.id, content: `line ${n}` } })
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
  await callAs(ben.context, sendMessage, { body: { receiverId: ada.id, content: 'and one more' } })
  await page.getByRole('button', { name: 'New messages' }).click()
  await expect(line('and one more')).toBeInViewport()

  await page.getByRole('link', { name: 'Back to messages' }).click()
  await page.getByRole('link', { name: new RegExp(ben.name) }).click()
  await expect(page.getByPlaceholder('Type a message')).toHaveValue('half a thought')
})
