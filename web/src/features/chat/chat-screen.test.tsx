import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import {
  blockUser,
  listBlocks,
  listMessages,
  readMessages,
  removeReaction,
  sendMessage,
  setReaction,
} from '@zing/proto/http/chat'
import { unmatchUser } from '@zing/proto/http/discovery'
import { getProfile, listMatches, listNotifications, readNotification } from '@zing/proto/http/social'
import { MESSAGES_PAGE_SIZE } from '@zing/proto/limits'
import type { Message, TextMessage } from '@zing/proto/messages'
import { expect, test, vi } from 'vitest'
import { BLOCKED_REDIRECT_MS, MARK_READ_RETRY_MS, TYPING_IDLE_MS } from '../../lib/limits.ts'
import { closeSession } from '../../lib/state/per-session.ts'
import { shownToast } from '../../lib/state/toast-store.ts'
import { outbox } from '../../queries/chat/outbox-messages.ts'
import { loadOutbox } from '../../queries/chat/outbox-storage.ts'
import { session } from '../../queries/session/session.ts'
import { freezeClock } from '../../test/clock.ts'
import { ada, profile, renderAt, setupApi } from '../../test/render-at.tsx'
import { tapTwice } from '../../test/tap-twice.ts'

const BEN = 2
let lastSeq = 0

function message(senderId: number, content: string, more: Partial<TextMessage> = {}): Message {
  lastSeq += 1
  const receiverId = senderId === ada.id ? BEN : ada.id
  return {
    kind: 'text',
    id: 100 + lastSeq,
    seq: lastSeq,
    senderId,
    receiverId,
    content,
    createdAt: new Date().toISOString(),
    read: false,
    status: 'sent',
    ...more,
  }
}

function chatApi(messages: Message[] = []) {
  const api = setupApi()
  const ben = profile(BEN, 'Ben', { isMatch: true, hasLiked: true })
  api.respond(getProfile, ben)
  api.respond(listMatches, [ben])
  api.respond(listMessages, messages)
  return api
}

async function open() {
  const view = renderAt(`/chat/${BEN}`)
  await screen.findByRole('heading', { name: 'Ben' })
  view.socket.connect()
  return view
}

test('an empty chat shows the partner and a hint to start (2.chat.1, 2.chat.6, 2.chat.7, 5.chat.2)', async () => {
  chatApi()
  await open()
  const header = screen.getByRole('banner')
  expect(header).toHaveTextContent('28 · male')
  expect(header.querySelector('img')).toHaveAttribute('src', `/api/selfies/${BEN}/1?size=small`)
  expect(within(header).getByRole('link', { name: 'Back to messages' })).toHaveAttribute('href', '/messages')
  expect(await screen.findByText('No messages yet')).toBeInTheDocument()
  expect(screen.getByText('Send a message to start the conversation')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
})

test('opening a chat marks its like and match notifications as read; the bell counts neither', async () => {
  const api = chatApi()
  const notification = (id: number, type: 'LIKE' | 'MATCH', userId: number) => ({
    id,
    type,
    payload: { userId, name: 'Ben', selfie: null },
    createdAt: new Date().toISOString(),
    readAt: null,
  })
  api.respond(listNotifications, [
    notification(3, 'MATCH', BEN),
    notification(2, 'LIKE', BEN),
    notification(1, 'MATCH', 5),
  ])
  api.respond(readNotification, undefined)
  const { user } = renderAt(`/chat/${BEN}`)
  await user.click(await screen.findByRole('link', { name: 'Back to messages' }))
  const bell = await screen.findByRole('button', { name: /Notifications/ })
  expect(await within(bell).findByText('1 new')).toBeInTheDocument()
  await waitFor(() => expect(api.calls(readNotification)).toHaveLength(2))
})

test.each([
  ['unknown', () => chatApi().reject(getProfile, 404, 'User not found'), "This chat isn't available."],
  ['no match', () => chatApi().reject(listMessages, 404, 'Match not found'), /^You're not a match, or not anymore\./],
])('a user who is %s is shown as not found (2.routes.10, 2.chat.8)', async (_what, prepare, hint) => {
  prepare()
  renderAt(`/chat/${BEN}`)
  expect(await screen.findByText('User not found')).toBeInTheDocument()
  expect(screen.getByText(hint)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Back to Messages' })).toHaveAttribute('href', '/messages')
})

test('a chat that cannot be loaded shows an error and can be retried (8.messages)', async () => {
  const api = chatApi()
  api.reject(listMessages, 503, 'Service temporarily unavailable. Please try again.')
  const { user } = renderAt(`/chat/${BEN}`)
  expect(await screen.findByText('Failed to load messages')).toBeInTheDocument()
  expect(screen.getByText('Service temporarily unavailable. Please try again.')).toBeInTheDocument()
  api.respond(listMessages, [])
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('No messages yet')).toBeInTheDocument()
})

test('a message is shown at once, sent once, and its status follows the receipts (1.9, 2.chat.4, 5.chat.3, 5.chat.4)', async () => {
  lastSeq = 0
  const api = chatApi()
  const { user, socket } = await open()
  api.hang(sendMessage)
  const input = screen.getByPlaceholderText('Type a message')
  await user.type(input, '  Hello <3  ')
  await user.keyboard('{Enter}')
  const bubble = await screen.findByRole('listitem')
  expect(bubble).toHaveTextContent('Hello ❤️')
  expect(bubble).toHaveTextContent('Sending')
  expect(input).toHaveValue('')
  const [call] = api.calls(sendMessage) as { receiverId: number; content: string; clientMessageId: string }[]
  expect(call).toMatchObject({
    receiverId: BEN,
    content: 'Hello ❤️',
    clientMessageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })

  const sent = message(ada.id, 'Hello ❤️', { clientMessageId: call?.clientMessageId ?? '' })
  socket.push({ type: 'MESSAGE_SENT', message: sent })
  await waitFor(() => expect(screen.getByRole('listitem')).toHaveTextContent('Sent'))
  socket.push({ type: 'MESSAGE_DELIVERED', messageId: sent.id, seq: sent.seq, receiverId: BEN })
  await waitFor(() => expect(screen.getByRole('listitem')).toHaveTextContent('Delivered'))
  socket.push({ type: 'MESSAGES_READ', readBy: BEN, senderId: ada.id, messageIds: [sent.id], upToSeq: sent.seq })
  await waitFor(() => expect(screen.getByRole('listitem')).toHaveTextContent('Read'))
  expect(call).toHaveProperty('afterSeq', 0) // the conversation was known to be empty
  await user.type(input, 'And you?{Enter}')
  await waitFor(() =>
    expect(outbox(session.get()).get().at(-1)).toMatchObject({ content: 'And you?', afterSeq: sent.seq }),
  )
})

test('a message goes over the socket, is shown once, and leaves the outbox with its confirmation', async () => {
  lastSeq = 0
  const api = chatApi()
  const { user, socket } = await open()
  socket.takeMessages()
  await user.type(screen.getByPlaceholderText('Type a message'), 'Hi{Enter}')
  expect(await screen.findByRole('listitem')).toHaveTextContent('Sending')
  const frame = socket.sent().find(({ type }) => type === 'SEND_MESSAGE')
  expect(frame).toMatchObject({ receiverId: BEN, content: 'Hi' })
  const clientMessageId = outbox(session.get()).get()[0]?.id ?? ''
  socket.push({ type: 'MESSAGE_SENT', message: message(ada.id, 'Hi', { clientMessageId }) })
  await waitFor(() => expect(outbox(session.get()).get()).toEqual([]))
  expect(screen.getByRole('listitem')).toHaveTextContent('Sent')
  expect(await loadOutbox(ada.id)).toEqual([])
  expect(api.calls(sendMessage)).toEqual([])
})

test('a message that the server refuses on the socket stays, shows why, and can be sent again', async () => {
  lastSeq = 0
  chatApi()
  const { user, socket } = await open()
  socket.takeMessages()
  await user.type(screen.getByPlaceholderText('Type a message'), 'Hi{Enter}')
  const clientMessageId = outbox(session.get()).get()[0]?.id ?? ''
  const text = 'You can only message your matches'
  socket.push({ type: 'ERROR', code: 'SEND_MESSAGE_FAILED', message: text, clientMessageId, status: 403 })
  expect((await screen.findAllByText(text))[0]).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Failed, tap to retry' }))
  const sends = socket.sent().filter((frame) => frame.type === 'SEND_MESSAGE')
  expect(sends.map((frame) => frame.clientMessageId)).toEqual([clientMessageId, clientMessageId])
})

test('a rejected message stays, shows the reason, and can be retried (8.send.fails)', async () => {
  lastSeq = 0
  const api = chatApi()
  const { user } = await open()
  api.reject(sendMessage, 403, 'You can only message your matches')
  await user.type(screen.getByPlaceholderText('Type a message'), 'Hi{Enter}')
  expect((await screen.findAllByText('You can only message your matches'))[0]).toBeInTheDocument()
  expect(shownToast.get()?.variant).toBe('destructive')
  api.respond(sendMessage, message(ada.id, 'Hi'))
  await user.click(screen.getByRole('button', { name: 'Failed, tap to retry' }))
  await waitFor(() => expect(api.calls(sendMessage)).toHaveLength(2))
  const [first, second] = api.calls(sendMessage) as { clientMessageId: string }[]
  expect(second?.clientMessageId).toBe(first?.clientMessageId)
})

test('characters that the server rejects are rejected by the form, and the text stays (5.content.3)', async () => {
  const api = chatApi()
  const { user } = await open()
  const input = screen.getByPlaceholderText('Type a message')
  await user.type(input, 'a=b{Enter}')
  expect((await screen.findAllByText('Message contains invalid characters'))[0]).toBeInTheDocument()
  expect(input).toHaveValue('a=b')
  expect(api.calls(sendMessage)).toEqual([])
  expect(input).toHaveAccessibleDescription('These characters cannot be sent: < > ; =')
  await user.type(input, '{Backspace}{Backspace}')
  expect(input).not.toHaveAccessibleDescription()
})

test('a text of any length can be typed; a too long one is rejected on sending and stays (5.chat.5)', async () => {
  const api = chatApi()
  await open()
  const input = screen.getByPlaceholderText('Type a message')
  expect(input).not.toHaveAttribute('maxlength')
  const long = 'a'.repeat(2_001)
  fireEvent.change(input, { target: { value: long } })
  expect(input).toHaveAccessibleDescription('1 character over the limit of 2000')
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(shownToast.get()).toMatchObject({ text: 'Message too long', variant: 'destructive' })
  expect(input).toHaveValue(long)
  expect(api.calls(sendMessage)).toEqual([])
})

test('Shift+Enter breaks the line, and blank text is not sent (5.chat.1)', async () => {
  const api = chatApi()
  const { user } = await open()
  const input = screen.getByPlaceholderText('Type a message')
  await user.type(input, '   {Enter}')
  expect(api.calls(sendMessage)).toEqual([])
  await user.type(input, 'a{Shift>}{Enter}{/Shift}b')
  expect(input).toHaveValue('   a\nb')
})

test('a received message is shown, acknowledged and marked as read (2.chat.3, 7.sent.MARK_READ, 7.received.NEW_MESSAGE)', async () => {
  lastSeq = 0
  chatApi()
  const { socket } = await open()
  await screen.findByText('No messages yet')
  socket.push({ type: 'NEW_MESSAGE', message: message(BEN, 'Hi Ada') })
  const bubble = await screen.findByRole('listitem')
  expect(bubble).toHaveTextContent(/Hi Ada\d\d:\d\d$/) // with its time, but without a status
  expect(socket.sent()).toContainEqual({ type: 'MESSAGE_RECEIVED', partnerId: BEN, seq: 1 })
  await waitFor(() => expect(socket.sent()).toContainEqual({ type: 'MARK_READ', senderId: BEN, upToSeq: 1 }))
})

test('a read message is reported at once, and further ones within half a second together (9.mark-read)', async () => {
  lastSeq = 0
  chatApi()
  const { socket } = await open()
  await screen.findByText('No messages yet')
  const { advance } = freezeClock()
  const countReads = () => socket.sent().filter(({ type }) => type === 'MARK_READ').length
  const receive = () => socket.push({ type: 'NEW_MESSAGE', message: message(BEN, 'Hi') })
  receive()
  await advance(0)
  expect(countReads()).toBe(1)
  receive()
  receive()
  await advance(499)
  expect(countReads()).toBe(1)
  await advance(1)
  expect(countReads()).toBe(2)
})

test('messages whose read mark has no effect are marked again, until they are read', async () => {
  lastSeq = 0
  chatApi()
  const { socket } = await open()
  await screen.findByText('No messages yet')
  const { advance } = freezeClock()
  const countReads = () => socket.sent().filter(({ type }) => type === 'MARK_READ').length
  const received = message(BEN, 'Hi')
  socket.push({ type: 'NEW_MESSAGE', message: received })
  await advance(MARK_READ_RETRY_MS + 1) // a timer of 0 ms in another one takes 1 ms
  expect(countReads()).toBe(2)
  const read = { readBy: ada.id, senderId: BEN, messageIds: [received.id], upToSeq: 1 }
  socket.push({ type: 'MESSAGES_READ', ...read })
  await advance(2 * MARK_READ_RETRY_MS)
  expect(countReads()).toBe(2)
})

test('messages are marked as read over HTTP without a socket', async () => {
  lastSeq = 0
  const api = chatApi([message(BEN, 'Hi Ada')])
  api.respond(readMessages, undefined)
  renderAt(`/chat/${BEN}`)
  await screen.findByText('Hi Ada')
  await waitFor(() => expect(api.calls(readMessages)).toHaveLength(1))
})

/** Filters the sent frames, since others, such as the second AUTH, may come in between. */
function typingFrames(socket: ReturnType<typeof renderAt>['socket']) {
  return socket.sent().filter(({ type }) => type === 'TYPING_INDICATOR')
}

test('the typing signal ends after three seconds without a change (9.typing)', async () => {
  chatApi()
  const { socket } = await open()
  const { advance } = freezeClock()
  const type = (value: string) => fireEvent.change(screen.getByPlaceholderText('Type a message'), { target: { value } })
  type('a')
  await advance(1_000)
  type('ab')
  await advance(2_999)
  expect(typingFrames(socket)).toMatchObject([{ isTyping: true }])
  await advance(1)
  expect(typingFrames(socket)).toMatchObject([{ isTyping: true }, { isTyping: false }])
})

test('the typing of the partner is shown, and the typing of the user is signalled (2.chat.5, 4.typing.1, 4.typing.2, 4.typing.4, 7.received.TYPING_INDICATOR)', async () => {
  chatApi()
  const { user, socket } = await open()
  socket.push({ type: 'TYPING_INDICATOR', senderId: BEN, isTyping: true })
  expect(await screen.findByText('Ben is typing')).toBeInTheDocument()
  socket.push({ type: 'TYPING_INDICATOR', senderId: BEN, isTyping: false })
  await waitFor(() => expect(screen.queryByText('Ben is typing')).not.toBeInTheDocument())

  const input = screen.getByPlaceholderText('Type a message')
  await user.type(input, 'a')
  const started = { type: 'TYPING_INDICATOR', recipientId: BEN, isTyping: true }
  expect(typingFrames(socket)).toEqual([started])
  await user.clear(input)
  expect(typingFrames(socket)).toEqual([started, { ...started, isTyping: false }])
})

test('every change restarts the three seconds of the typing signal (4.typing.3)', async () => {
  chatApi()
  const { user, socket } = await open()
  const input = screen.getByPlaceholderText('Type a message')
  await user.click(input)
  const signals = () => socket.sent().flatMap((frame) => (frame.type === 'TYPING_INDICATOR' ? [frame.isTyping] : []))
  const { advance } = freezeClock()
  fireEvent.change(input, { target: { value: 'a' } })
  await advance(TYPING_IDLE_MS - 1)
  fireEvent.change(input, { target: { value: 'ab' } })
  await advance(TYPING_IDLE_MS - 1)
  expect(signals().at(-1)).toBe(true)
  await advance(1)
  expect(signals().at(-1)).toBe(false)
})

test('the draft of a chat is stored', async () => {
  chatApi()
  const { user } = await open()
  await user.type(screen.getByPlaceholderText('Type a message'), 'half a thought')
  expect(sessionStorage.getItem(`zing.draft.${ada.id}.${BEN}`)).toBe('"half a thought"')
})

async function openBlockDialog() {
  const view = await open()
  await view.user.click(screen.getByRole('button', { name: 'More options' }))
  await view.user.click(await screen.findByRole('menuitem', { name: 'Unmatch & Block' }))
  return { ...view, dialog: await screen.findByRole('alertdialog', { name: 'Unmatch & Block User' }) }
}

test('blocking asks for confirmation and can be cancelled (2.chat.2, 2.chat.9, 2.chat.10, 2.chat.11)', async () => {
  const api = chatApi()
  const { user, dialog } = await openBlockDialog()
  expect(dialog).toHaveAccessibleDescription(
    "Your match with Ben is removed. You won't see each other anymore, and you can't message each other again.",
  )
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus() // Enter does not block
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  expect(screen.getByPlaceholderText('Type a message')).toBeInTheDocument()
  expect(api.calls(blockUser)).toEqual([])
})

test('a double tap on the block button blocks once', async () => {
  const api = chatApi()
  api.hang(blockUser)
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'More options' }))
  await user.click(screen.getByRole('menuitem', { name: 'Unmatch & Block' }))
  tapTwice(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unmatch & Block' }))
  await waitFor(() => expect(api.calls(blockUser)).toHaveLength(1))
})

test('a block shows its toast when the server confirms it, and leads to the messages after 1.5 s (2.chat.12, 2.chat.13, 4.block.1, 4.block.4, 8.block.ok)', async () => {
  const api = chatApi()
  api.respond(blockUser, { blockedUserId: BEN })
  const { socket, path } = await openBlockDialog()
  api.respond(listMatches, [])
  const requests = () => [getProfile, listMessages].map((endpoint) => api.calls(endpoint).length)
  const before = requests()
  const { advance } = freezeClock()
  fireEvent.click(screen.getByRole('button', { name: 'Unmatch & Block' }))
  await advance(0)
  expect(api.calls(blockUser)).toEqual([{ blockedUserId: BEN }])
  expect(screen.getByText('Blocked User')).toBeInTheDocument()
  expect(screen.getByText("You can't send messages to this user anymore.")).toBeInTheDocument()
  expect(shownToast.get()).toBeNull()
  socket.push({ type: 'BLOCK_CONFIRMED', blockedUserId: BEN })
  expect(shownToast.get()).toMatchObject({ title: 'User blocked', variant: 'destructive' })
  await advance(1_499)
  expect(path()).toBe(`/chat/${BEN}`)
  expect(requests()).toEqual(before) // a chat that has ended is not asked for
  await advance(1)
  expect(path()).toBe('/messages')
})

test('when the session ends first, a block leads nowhere', async () => {
  const api = chatApi()
  api.respond(blockUser, { blockedUserId: BEN })
  const { path } = await openBlockDialog()
  const { advance } = freezeClock()
  fireEvent.click(screen.getByRole('button', { name: 'Unmatch & Block' }))
  await advance(0)
  closeSession(session.get())
  await advance(1_500)
  expect(path()).toBe(`/chat/${BEN}`)
})

test('a failing block is attempted three times before an error is shown (8.block.fails)', async () => {
  const api = chatApi()
  api.reject(blockUser, 503, 'Service temporarily unavailable. Please try again.')
  const { path } = await openBlockDialog()
  const { advance } = freezeClock()
  fireEvent.click(screen.getByRole('button', { name: 'Unmatch & Block' }))
  await advance(4_000)
  expect(api.calls(blockUser)).toHaveLength(3)
  expect(shownToast.get()).toMatchObject({
    title: 'Error',
    text: 'Failed to block user. Please try again.',
    variant: 'destructive',
  })
  expect(screen.queryByText('Blocked User')).not.toBeInTheDocument()
  expect(path()).toBe(`/chat/${BEN}`)
})

async function openUnmatchDialog() {
  const view = await open()
  await view.user.click(screen.getByRole('button', { name: 'More options' }))
  await view.user.click(await screen.findByRole('menuitem', { name: 'Unmatch' }))
  return { ...view, dialog: within(await screen.findByRole('alertdialog', { name: 'Unmatch User' })) }
}

test('an unmatch asks for confirmation, is sent once without a block, and leads to the messages', async () => {
  const api = chatApi()
  api.respond(unmatchUser, undefined)
  const { path, dialog } = await openUnmatchDialog()
  expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
    "You can't undo this: the chat closes for both of you, and you won't meet in the feed again. Ben won't be told.",
  )
  tapTwice(dialog.getByRole('button', { name: 'Unmatch' }))
  await waitFor(() => expect(path()).toBe('/messages'))
  expect(api.calls(unmatchUser)).toHaveLength(1)
  expect(api.calls(blockUser)).toEqual([])
  expect(shownToast.get()).toMatchObject({ title: 'Match ended', variant: 'default' })
})

test('an unmatch that is refused keeps the chat and says why', async () => {
  const api = chatApi()
  api.reject(unmatchUser, 404, 'User not found')
  const { user, path, dialog } = await openUnmatchDialog()
  await user.click(dialog.getByRole('button', { name: 'Unmatch' }))
  await waitFor(() => expect(shownToast.get()).toMatchObject({ text: 'Failed to unmatch. Please try again.' }))
  expect(path()).toBe(`/chat/${BEN}`)
})

test('a user who was blocked earlier is shown as blocked (3.block-status.isBlocked, 7.block-status)', async () => {
  chatApi().respond(listBlocks, [BEN])
  renderAt(`/chat/${BEN}`)
  expect(await screen.findByRole('heading', { name: 'Blocked User' })).toBeInTheDocument()
  expect(screen.queryByPlaceholderText('Type a message')).not.toBeInTheDocument()
})

test('a blocked user is informed and redirected to the messages after 3 s (3.block-status.isBlockedBy, 4.block.5, 4.block.6, 8.blocked, 9.redirect.blocked)', async () => {
  const api = chatApi()
  const { socket, path } = await open()
  api.reject(getProfile, 404, 'User not found')
  const { advance } = freezeClock()
  socket.push({ type: 'USER_BLOCKED', blockedBy: BEN })
  expect(shownToast.get()).toMatchObject({
    title: "You've been blocked",
    text: 'This user has blocked you and removed the match.',
    variant: 'destructive',
  })
  expect(screen.getByText('Blocked User')).toBeInTheDocument()
  await advance(2_999)
  expect(path()).toBe(`/chat/${BEN}`)
  await advance(1)
  expect(path()).toBe('/messages')
})

test('a blocked user who has left the chat stays on the new screen', async () => {
  chatApi()
  const { socket, path } = await open()
  const { advance } = freezeClock()
  socket.push({ type: 'USER_BLOCKED', blockedBy: BEN })
  fireEvent.click(screen.getByRole('link', { name: 'Back to Messages' }))
  await advance(0)
  fireEvent.click(screen.getByRole('link', { name: 'Feed' }))
  await advance(BLOCKED_REDIRECT_MS)
  expect(path()).toBe('/feed')
})

test('a message that was refused for good says why and can be deleted (10.chat.delete-failed)', async () => {
  lastSeq = 0
  const api = chatApi()
  const { user } = await open()
  api.reject(sendMessage, 404, 'Match not found')
  await user.type(screen.getByPlaceholderText('Type a message'), 'Hi{Enter}')
  const messages = within(screen.getByRole('log')) // the toast is in a list too
  const bubble = await messages.findByRole('listitem')
  expect(await within(bubble).findByText('Match not found')).toBeInTheDocument()
  expect(bubble).toHaveTextContent('Not sent')
  await user.click(within(bubble).getByRole('button', { name: 'Delete' }))
  expect(screen.queryByText('Hi')).not.toBeInTheDocument()
  expect(outbox(session.get()).get()).toEqual([])
  expect(await loadOutbox(ada.id)).toEqual([])
  expect(api.calls(sendMessage)).toHaveLength(1)
})

test('a message that waits for the connection has neither button', async () => {
  const api = chatApi()
  const { user } = await open()
  api.reject(sendMessage, 503, 'Service temporarily unavailable. Please try again.')
  await user.type(screen.getByPlaceholderText('Type a message'), 'Hi{Enter}')
  expect(await screen.findByRole('listitem')).toHaveTextContent('Sending')
  expect(screen.queryByRole('button', { name: /Delete|retry/ })).not.toBeInTheDocument()
})

test('a message that waits can be deleted; the one behind it is sent', async () => {
  lastSeq = 0
  const api = chatApi()
  const { user } = await open()
  api.reject(sendMessage, 503, 'Service temporarily unavailable. Please try again.')
  await user.type(screen.getByPlaceholderText('Type a message'), 'Too early{Enter}')
  await user.type(screen.getByPlaceholderText('Type a message'), 'Hello{Enter}')
  const [waiting] = await screen.findAllByRole('button', { name: 'Copy or delete' })
  if (waiting) await user.click(waiting)
  const menu = within(screen.getByRole('menu', { name: 'Copy or delete' }))
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Copy', 'Delete'])

  api.respond(sendMessage, message(ada.id, 'Hello', { clientMessageId: outbox(session.get()).get()[1]?.id ?? '' }))
  await user.click(menu.getByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(outbox(session.get()).get()).toEqual([]))
  expect(screen.queryByText('Too early')).not.toBeInTheDocument()
  expect(screen.getByText('Hello')).toBeInTheDocument()
  expect(api.calls(sendMessage).at(-1)).toMatchObject({ content: 'Hello' })
})

test('an unsent message waits as long as the server asks, also when the socket reconnects', async () => {
  lastSeq = 0
  const api = chatApi()
  const { socket } = await open()
  const { advance } = freezeClock()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  api.reject(sendMessage, 503, 'Busy', { 'retry-after': '7' })
  fireEvent.change(screen.getByPlaceholderText('Type a message'), { target: { value: 'Hi' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await advance(0)
  socket.push({ type: 'PUSH_RESTORED' })
  await advance(6_999)
  expect(api.calls(sendMessage)).toHaveLength(1)
  await advance(1)
  expect(api.calls(sendMessage)).toHaveLength(2)
})

test('an unsent message is retried after a random, growing delay, and at once on reconnecting', async () => {
  lastSeq = 0
  const api = chatApi()
  const { socket } = await open()
  const { advance } = freezeClock()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  api.disconnect(sendMessage)
  fireEvent.change(screen.getByPlaceholderText('Type a message'), { target: { value: 'Hi' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await advance(0)
  for (const [ms, attempts] of [
    [499, 1],
    [1, 2],
    [999, 2],
    [1, 3],
  ] as const) {
    await advance(ms)
    expect(api.calls(sendMessage)).toHaveLength(attempts)
  }
  socket.push({ type: 'PUSH_RESTORED' })
  await advance(0)
  expect(api.calls(sendMessage)).toHaveLength(4)
})

test('the list stays at its end when it is resized there, and only there', async () => {
  let resize = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resize = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  lastSeq = 0
  chatApi([message(BEN, 'Hi Ada')])
  await open()
  await screen.findByText('Hi Ada')
  const log = screen.getByRole('log')
  Object.defineProperties(log, { scrollHeight: { value: 1_000 }, clientHeight: { value: 300 } })
  const scrollTo = vi.spyOn(log, 'scrollTo')
  resize()
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 1_000 })
  log.scrollTop = 100
  fireEvent.scroll(log)
  scrollTo.mockClear()
  resize()
  expect(scrollTo).not.toHaveBeenCalled()
})

async function openActions(user: Awaited<ReturnType<typeof open>>['user'], text: string) {
  const bubble = (await screen.findByText(text)).closest('li')
  if (!bubble) throw new Error(`no bubble of ${text}`)
  await user.click(within(bubble).getByRole('button', { name: 'React or reply' }))
  return { bubble, menu: within(await screen.findByRole('menu', { name: 'React or reply' })) }
}

test('a reaction is shown at once, sent once, replaced by pushes, and removed by the same emoji', async () => {
  lastSeq = 0
  const hi = message(BEN, 'Hi Ada')
  const api = chatApi([hi])
  api.hang(setReaction)
  const { user, socket } = await open()
  const { bubble, menu } = await openActions(user, 'Hi Ada')
  expect(menu.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
    '❤️',
    '😂',
    '😮',
    '😢',
    '👍',
    '🔥',
  ])
  await user.click(menu.getByRole('menuitemradio', { name: 'Love' }))
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  await waitFor(() => expect(bubble).toHaveTextContent('You reacted ❤️'))
  expect(api.calls(setReaction)).toEqual([{ emoji: '❤️' }])

  const own = { userId: ada.id, emoji: '❤️' as const }
  const both = [own, { userId: BEN, emoji: '😂' as const }]
  const frame = { type: 'REACTION' as const, messageId: hi.id, partnerId: BEN, userId: BEN, emoji: '😂' as const }
  socket.push({ ...frame, reactions: both, rev: 2 })
  await waitFor(() => expect(bubble).toHaveTextContent('Ben reacted 😂'))
  socket.push({ ...frame, userId: ada.id, emoji: '❤️', reactions: [own], rev: 1 }) // late
  expect(bubble).toHaveTextContent('Ben reacted 😂')
})

test('the menu checks the own emoji, which removes the reaction; a refused removal restores it', async () => {
  lastSeq = 0
  const hi = message(BEN, 'Hi Ada', { reactions: [{ userId: ada.id, emoji: '🔥' }], reactionRev: 1 })
  const api = chatApi([hi])
  api.reject(removeReaction, 404, 'Message not found')
  const { user } = await open()
  const { bubble, menu } = await openActions(user, 'Hi Ada')
  const fire = menu.getByRole('menuitemradio', { name: 'Fire' })
  expect(fire).toBeChecked()
  await user.click(fire)
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: 'Reaction not sent', text: 'Message not found' }))
  expect(api.calls(removeReaction)).toHaveLength(1)
  await waitFor(() => expect(bubble).toHaveTextContent('You reacted 🔥'))
})

test('context key or long press opens the menu, arrow keys operate it, and Escape closes it (10.chat.reactions.hands)', async () => {
  lastSeq = 0
  chatApi([message(BEN, 'Hi Ada')])
  const { user } = await open()
  const text = await screen.findByText('Hi Ada')
  fireEvent.contextMenu(text)
  expect(await screen.findByRole('menuitemradio', { name: 'Love' })).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('menuitemradio', { name: 'Laugh' })).toHaveFocus()
  await user.keyboard('{End}')
  expect(screen.getByRole('menuitem', { name: 'Copy' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'React or reply' })).toHaveFocus()

  const { advance } = freezeClock()
  fireEvent.pointerDown(text, { pointerType: 'touch', clientX: 10, clientY: 10 })
  fireEvent.pointerMove(text, { pointerType: 'touch', clientX: 10, clientY: 40 }) // scrolls
  await advance(1_000)
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  fireEvent.pointerUp(text, { pointerType: 'touch', clientX: 10, clientY: 40 })
  fireEvent.pointerDown(text, { pointerType: 'touch', clientX: 10, clientY: 10 })
  await advance(450)
  expect(screen.getByRole('menu')).toBeInTheDocument()
})

test('a reply shows its quoted message, is sent with it, and can be given up', async () => {
  lastSeq = 0
  const asked = message(BEN, 'Seven a.m.?')
  const api = chatApi([asked])
  api.hang(sendMessage)
  const { user } = await open()
  const first = await openActions(user, 'Seven a.m.?')
  await user.click(first.menu.getByRole('menuitem', { name: 'Reply' }))
  const input = screen.getByPlaceholderText('Type a message')
  expect(input).toHaveFocus()
  expect(screen.getByText(/Replying to/)).toHaveTextContent('Replying to BenSeven a.m.?')
  await user.click(screen.getByRole('button', { name: 'Cancel reply' }))
  expect(screen.queryByText(/Replying to/)).not.toBeInTheDocument()

  const second = await openActions(user, 'Seven a.m.?')
  await user.click(second.menu.getByRole('menuitem', { name: 'Reply' }))
  await user.type(input, 'Yes!{Enter}')
  expect(screen.queryByText(/Replying to/)).not.toBeInTheDocument()
  await waitFor(() => expect(api.calls(sendMessage)).toMatchObject([{ content: 'Yes!', replyToId: asked.id }]))
  const bubble = screen.getByText('Yes!').closest('li')
  expect(bubble).toHaveTextContent('In reply to BenSeven a.m.?Yes!')
})

test('a swipe of a finger to the right replies, a short one does not', async () => {
  lastSeq = 0
  chatApi([message(BEN, 'Seven a.m.?')])
  await open()
  const text = await screen.findByText('Seven a.m.?')
  const swipe = (clientX: number) => {
    fireEvent.pointerDown(text, { pointerType: 'touch', clientX: 0, clientY: 0 })
    fireEvent.pointerMove(text, { pointerType: 'touch', clientX, clientY: 0 })
    fireEvent.pointerUp(text, { pointerType: 'touch', clientX, clientY: 0 })
  }
  swipe(40)
  expect(screen.queryByText(/Replying to/)).not.toBeInTheDocument()
  swipe(60)
  expect(await screen.findByText(/Replying to/)).toBeInTheDocument()
})

test('a quote leads to its message, over the older pages', async () => {
  const old = Array.from({ length: 50 }, (_, i) => ({ ...message(BEN, `old ${i + 1}`), id: i + 1, seq: i + 1 }))
  const replyTo = { id: 3, seq: 3, senderId: BEN, content: 'old 3' }
  const recent = Array.from({ length: 50 }, (_, i) => ({
    ...message(BEN, `recent ${i + 51}`, i === 49 ? { replyTo } : {}),
    id: i + 51,
    seq: i + 51,
  }))
  const api = chatApi(recent)
  const { user } = await open()
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  const quote = await screen.findByRole('button', { name: /In reply to\s*Ben\s*old 3/ })
  api.respond(listMessages, old)
  await user.click(quote)
  await waitFor(() => expect(document.activeElement).toHaveTextContent(/old 3\d\d:\d\d$|old 3$/))
  expect(scrolled).toHaveBeenCalledWith({ block: 'center' })
})

/** The newest page, after which there is an older one. */
function recentPage(): Message[] {
  return Array.from({ length: MESSAGES_PAGE_SIZE }, (_, i) => ({
    ...message(BEN, `recent ${i + 51}`),
    id: i + 51,
    seq: i + 51,
  }))
}

test('older messages can be loaded after a message has come', async () => {
  const recent = recentPage()
  const api = chatApi(recent)
  const { socket } = await open()
  await screen.findByText('recent 100')
  socket.push({ type: 'NEW_MESSAGE', message: { ...message(BEN, 'new'), id: 101, seq: 101 } })
  await screen.findByText('new')
  api.respond(listMessages, [{ ...message(BEN, 'old 50'), id: 50, seq: 50 }])
  fireEvent.scroll(screen.getByRole('log'))
  expect(await screen.findByText('old 50')).toBeInTheDocument()
})

test('a scroll to older messages does not discard a fetch of missed messages', async () => {
  const recent = recentPage()
  const api = chatApi(recent)
  const { socket } = await open()
  await screen.findByText('recent 100')
  await waitFor(() => expect(api.calls(listMessages)).toHaveLength(2)) // with CONNECTED
  const missed = { ...message(BEN, 'missed'), id: 101, seq: 101 }
  const release = api.hold(listMessages, [...recent.slice(1), missed])
  socket.push({ type: 'PUSH_RESTORED' })
  await waitFor(() => expect(api.calls(listMessages)).toHaveLength(3))
  api.respond(listMessages, [{ ...message(BEN, 'old 51'), id: 51, seq: 51 }])
  fireEvent.scroll(screen.getByRole('log'))
  release()
  expect(await screen.findByText('missed')).toBeInTheDocument()
  expect(await screen.findByText('old 51')).toBeInTheDocument()
})

test('typing of the partner does not move a list that is being read, and is no news', async () => {
  chatApi([message(ada.id, 'Hello')])
  const { socket } = await open()
  await screen.findByText('Hello')
  const log = screen.getByRole('log')
  Object.defineProperties(log, { scrollHeight: { value: 1_000 }, clientHeight: { value: 300 } })
  const scrollTo = vi.spyOn(log, 'scrollTo')
  log.scrollTop = 100
  fireEvent.scroll(log)
  scrollTo.mockClear()
  socket.push({ type: 'TYPING_INDICATOR', senderId: BEN, isTyping: true })
  await waitFor(() => expect(log).toHaveTextContent(/typing/i))
  expect(scrollTo).not.toHaveBeenCalled()
  expect(screen.queryByText('New messages')).not.toBeInTheDocument()
})

test('a message that comes out of sight is read when the user scrolls to it', async () => {
  lastSeq = 0
  chatApi([message(ada.id, 'Hello')])
  const { socket } = await open()
  await screen.findByText('Hello')
  const log = screen.getByRole('log')
  Object.defineProperties(log, { scrollHeight: { value: 1_000 }, clientHeight: { value: 300 } })
  log.scrollTop = 100
  fireEvent.scroll(log)
  const { advance } = freezeClock()
  socket.push({ type: 'NEW_MESSAGE', message: message(BEN, 'Hi Ada') })
  await advance(MARK_READ_RETRY_MS)
  expect(screen.getByText('New messages')).toBeInTheDocument()
  expect(socket.sent().filter(({ type }) => type === 'MARK_READ')).toEqual([])

  log.scrollTop = 700
  fireEvent.scroll(log)
  await advance(0)
  expect(screen.queryByText('New messages')).not.toBeInTheDocument()
  expect(socket.sent()).toContainEqual({ type: 'MARK_READ', senderId: BEN, upToSeq: 2 })
})

test('an empty chat offers first lines that fill the composer (10.chat.openers)', async () => {
  chatApi()
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: '👋 Hi Ben!' }))
  expect(screen.getByPlaceholderText('Type a message')).toHaveValue('👋 Hi Ben!')
  expect(screen.queryByRole('button', { name: '👋 Hi Ben!' })).not.toBeInTheDocument()
})

test('the newest own message says in words that it was delivered', async () => {
  lastSeq = 0
  chatApi([message(ada.id, 'Hello'), message(ada.id, 'See you', { status: 'delivered' })])
  await open()
  expect(await screen.findByText('Delivered', { selector: ':not(.sr-only)' })).toBeVisible()
})

test('a single emoji is large without a bubble, and a read message of the user says so in words (10.chat.large)', async () => {
  lastSeq = 0
  chatApi([
    message(ada.id, 'See you', { status: 'read', read: true }),
    message(ada.id, '🙌', { status: 'read', read: true }),
  ])
  await open()
  const emoji = await screen.findByText('🙌')
  expect(emoji.parentElement).toHaveClass('text-[44px]')
  expect(emoji.parentElement).not.toHaveClass('bg-zing')
  expect(emoji.closest('li')).toHaveTextContent(/\d\d:\d\dRead$/)
  expect(screen.getByText('Read', { selector: ':not(.sr-only)' })).toBeVisible()
})

test('the header says whether the partner is online, and no longer after a block', async () => {
  chatApi()
  const { socket } = await open()
  const header = screen.getByRole('banner')
  expect(header).not.toHaveTextContent('online')
  socket.push({ type: 'PRESENCE', userId: BEN, online: true })
  await waitFor(() => expect(header).toHaveTextContent('28 · male · online'))
  socket.push({ type: 'PRESENCE', userId: BEN, online: false })
  await waitFor(() => expect(header).not.toHaveTextContent('online'))
})
