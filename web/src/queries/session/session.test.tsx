import { MutationObserver } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { getUser, login, logout, updateUser } from '@zing/proto/http/auth'
import { sendMessage } from '@zing/proto/http/chat'
import { passUser, undoLast } from '@zing/proto/http/discovery'
import { addPhoto } from '@zing/proto/http/photos'
import { getProfile, likeUser, listMatches, listUsers } from '@zing/proto/http/social'
import type { Message } from '@zing/proto/messages'
import { expect, test, vi } from 'vitest'
import { call } from '../../lib/http/call.ts'
import { showMatch } from '../../lib/state/match-store.ts'
import { openReport } from '../../lib/state/report-store.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { ada, profile, renderAt, setupApi } from '../../test/render-at.tsx'
import { enqueueMessage } from '../chat/outbox.ts'
import { chooseLike } from '../pairs/likes.ts'
import { passOver } from '../pairs/passes.ts'
import { matchesQuery, profilesKey } from '../profiles.ts'
import { session } from './session.ts'
import { setCachedUser } from './set-cached-user.ts'

const UNAVAILABLE = 'Service temporarily unavailable. Please try again.'
/** Stands in all data of the first user. */
const SECRET = 'of the first user'
const CLEO = { ...ada, id: 9, name: 'Cleo', username: 'cleo' }
const [BEN, NOOR] = [profile(2, `Ben ${SECRET}`), profile(3, `Noor ${SECRET}`)]
const WRITES = [likeUser, passUser, undoLast, sendMessage, addPhoto, updateUser]
const MINUTES = 60_000

/** Leaves everything of the first user in flight; returns a function that lets the responses arrive. */
async function leaveEverythingInFlight(api: ReturnType<typeof setupApi>, view: ReturnType<typeof renderAt>) {
  const client = session.get()
  const { socket } = view
  socket.takeMessages()
  socket.connect()
  socket.push({ type: 'TYPING_INDICATOR', senderId: BEN.id, isTyping: true })
  const held = [
    api.hold(likeUser, { likeCount: 4, isMatch: true }),
    api.hold(addPhoto, { id: 'b', path: `/api/photos/${SECRET}` }),
    api.hold(updateUser, { ...ada, name: `Ada ${SECRET}` }),
    api.hold(listMatches, [BEN]),
    api.hold(listUsers, [NOOR]),
  ]
  api.reject(passUser, 503, UNAVAILABLE)
  api.reject(sendMessage, 503, UNAVAILABLE)

  for (const isLiked of [false, true]) void chooseLike(client, BEN, isLiked)
  await waitFor(() => expect(api.calls(likeUser)).toHaveLength(1))
  void passOver(client, NOOR) // behind the like
  for (const partnerId of [BEN.id, NOOR.id]) enqueueMessage(client, partnerId, `message ${SECRET}`)
  const photo = () => call(client, addPhoto, { body: { photo: 'data:,' } })
  void new MutationObserver(client, { mutationFn: photo, retry: true }).mutate()
  const update = new MutationObserver(client, {
    mutationFn: () => call(client, updateUser, { body: { name: SECRET } }),
    onSuccess: (user) => setCachedUser(client, user),
    onError: (error) => toastError(error.message),
  })
  void update.mutate()
  void client.invalidateQueries({ queryKey: profilesKey })
  void client.fetchQuery(matchesQuery)
  await waitFor(() => expect(api.calls(addPhoto)).toHaveLength(1))
  act(() => {
    showMatch(client, BEN)
    openReport(client, BEN)
    toastError(`Toast ${SECRET}`)
  })
  return () => {
    for (const respond of held) respond()
    const id = crypto.randomUUID()
    const message: Message = { ...sent(BEN.id), content: SECRET, clientMessageId: id }
    socket.push({ type: 'NEW_MESSAGE', message }, 0)
    socket.push({ type: 'NEW_MATCH', match: { ...NOOR, matchedAt: ada.createdAt } }, 0)
    socket.push({ type: 'USER_BLOCKED', blockedBy: BEN.id }, 0)
    void chooseLike(client, NOOR, true)
    enqueueMessage(client, BEN.id, SECRET)
  }
}

function sent(senderId: number) {
  const fields = { kind: 'text', id: 7, seq: 1, read: false, status: 'sent' } as const
  return { ...fields, senderId, receiverId: ada.id, createdAt: ada.createdAt }
}

test.each(['logs out', 'is signed out by the server'])(
  'when a user %s with everything in flight, nothing of it reaches the next user of the page',
  async (how) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const api = setupApi()
    api.respond(getProfile, BEN)
    const view = renderAt('/preferences')
    await screen.findByRole('heading', { name: 'Ada' })
    const release = await leaveEverythingInFlight(api, view)

    api.respond(logout, undefined)
    api.respond(getUser, CLEO)
    api.respond(login, CLEO)
    if (how === 'logs out') fireEvent.click(screen.getByText('Log Out'))
    else view.socket.close(CloseCode.signedOut)
    fireEvent.change(await screen.findByLabelText('Username'), { target: { value: 'cleo' } })
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'correct horse' } })
    expect(document.body).not.toHaveTextContent(SECRET)
    for (const endpoint of [listMatches, listUsers]) api.respond(endpoint, [])
    const before = WRITES.map((endpoint) => api.calls(endpoint).length)
    fireEvent.click(screen.getByRole('button', { name: 'Log In' }))
    await waitFor(() => expect(view.path()).toBe('/feed'))
    await waitFor(() => expect(view.socket.count()).toBe(2))
    view.socket.open()
    view.socket.push({ type: 'CONNECTED', userId: CLEO.id })

    act(release)
    await act(() => vi.advanceTimersByTimeAsync(5 * MINUTES))
    expect(WRITES.map((endpoint) => api.calls(endpoint).length)).toEqual(before)
    expect(view.socket.sent()).toEqual(Array.from(view.socket.sent(), () => ({ type: 'AUTH', userId: CLEO.id })))
    const cached = session.get().getQueryCache().getAll()
    expect(JSON.stringify(cached.map(({ state }) => state))).not.toContain(SECRET)
    expect(session.get().getQueryData(['user'])).toEqual(CLEO)
    expect(document.body).not.toHaveTextContent(SECRET)
  },
)

test('when another tab has signed in another user, this page begins a session of that user', async () => {
  const api = setupApi()
  api.respond(listMatches, [BEN])
  const { socket } = renderAt('/messages')
  await screen.findByRole('link', { name: /of the first user/ })
  socket.connect()
  api.respond(getUser, CLEO)
  api.respond(listMatches, [])
  socket.push({ type: 'PUSH_RESTORED' })
  await waitFor(() => expect(socket.count()).toBe(2))
  expect(session.get().getQueryData(['user'])).toEqual(CLEO)
  await screen.findByText('No matches yet')
  expect(document.body).not.toHaveTextContent(SECRET)
})
