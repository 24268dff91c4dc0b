import { act, screen, waitFor, within } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import { sendMessage } from '@zing/proto/http/chat'
import { getProfile } from '@zing/proto/http/social'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { HAPTIC_TICK_MS, MATCH_COLLISION_MS } from '../../lib/limits.ts'
import { shownMatch } from '../../lib/state/match-store.ts'
import { session } from '../../queries/session/session.ts'
import { ada, profile, renderAt, setupApi } from '../../test/render-at.tsx'

const NOOR = { id: 70, name: 'Noor', selfie: null, matchedAt: '2026-01-02T00:00:00.000Z' }

afterEach(() => {
  Reflect.deleteProperty(navigator, 'vibrate')
  Reflect.deleteProperty(navigator, 'userActivation')
})

async function open() {
  const vibrate = vi.fn()
  Object.defineProperty(navigator, 'vibrate', { configurable: true, value: vibrate })
  const api = setupApi()
  api.respond(getUser, { ...ada, interests: ['hiking'] })
  api.respond(getProfile, profile(70, 'Noor', { isMatch: true, interests: ['hiking'] }))
  const view = renderAt('/messages')
  await screen.findByText('No matches yet')
  view.socket.push({ type: 'NEW_MATCH', match: NOOR })
  const overlay = within(await screen.findByRole('dialog', { name: "It's a Match!" }))
  return { api, ...view, overlay, vibrate }
}

test('a match ticks once, as the photos meet, and its first control is the way to the chat', async () => {
  const { overlay, vibrate } = await open()
  expect(vibrate.mock.calls).toEqual([[[0, MATCH_COLLISION_MS, HAPTIC_TICK_MS]]])
  expect(overlay.getByRole('button', { name: 'Message Now' })).toHaveFocus()
})

test('after the first match the feed offers recovery codes, until the user has seen to it (10.client.recovery)', async () => {
  const { user, overlay } = await open()
  await user.click(overlay.getByRole('button', { name: 'Keep Browsing' }))
  await user.click(screen.getByRole('link', { name: 'Feed' }))
  const offer = within(await screen.findByRole('region', { name: 'Recovery codes' }))
  expect(offer.getByRole('link', { name: 'Save' })).toHaveAttribute('href', '/account')
  await user.click(offer.getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('region', { name: 'Recovery codes' })).not.toBeInTheDocument()
})

test('before the first tap the browser is not asked to tick, which would only write an error', async () => {
  Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { hasBeenActive: false } })
  const { vibrate } = await open()
  expect(vibrate).not.toHaveBeenCalled()
})

test('a match waits while the user types', async () => {
  setupApi().respond(getProfile, profile(70, 'Noor', { isMatch: true }))
  const { socket } = renderAt('/messages')
  await screen.findByText('No matches yet')
  const field = document.body.appendChild(document.createElement('textarea'))
  onTestFinished(() => field.remove())
  act(() => field.focus())
  socket.push({ type: 'NEW_MATCH', match: NOOR })
  await waitFor(() => expect(shownMatch(session.get()).get()?.name).toBe('Noor'))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()

  act(() => field.blur())
  const overlay = within(await screen.findByRole('dialog', { name: "It's a Match!" }))
  act(() => overlay.getByLabelText('Message to Noor').focus())
  expect(overlay.getByLabelText('Message to Noor')).toHaveFocus()
})

test('no opener takes the place of another under the finger', async () => {
  const { api, overlay, socket, user } = await open()
  await overlay.findByRole('button', { name: /Hiking, me too/ })
  await user.click(overlay.getByRole('button', { name: 'Keep Browsing' }))
  const release = api.hold(getProfile, profile(71, 'Ida', { isMatch: true, interests: ['hiking'] }))
  socket.push({ type: 'NEW_MATCH', match: { ...NOOR, id: 71, name: 'Ida' } })
  const next = within(await screen.findByRole('dialog', { name: "It's a Match!" }))
  expect(next.getByText('👋 Hi Ida!').closest('ul')).toHaveAttribute('inert')
  release()
  expect((await next.findByText(/Hiking, me too/)).closest('ul')).not.toHaveAttribute('inert')
})

test('an opener is put into the field, can be changed, and is sent to the match (10.client.match.1)', async () => {
  const { api, overlay, user, path } = await open()
  api.hang(sendMessage)
  const openers = within(overlay.getByRole('list', { name: 'First messages' }))
  const shared = await openers.findByRole('button', { name: '🥾 Hiking, me too! What got you into it?' })
  expect(openers.getAllByRole('button')).toHaveLength(3)
  await user.click(shared)
  await user.type(overlay.getByLabelText('Message to Noor'), ' :)')
  await user.click(overlay.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(path()).toBe('/chat/70'))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await waitFor(() =>
    expect(api.calls(sendMessage)).toMatchObject([
      { receiverId: 70, content: expect.stringMatching(/^🥾 Hiking, me too! What got you into it\?/) },
    ]),
  )
})

test('an unsent text is in the chat that the user opens', async () => {
  const { overlay, user, path } = await open()
  await user.type(overlay.getByLabelText('Message to Noor'), 'Nice to meet you')
  await user.click(overlay.getByRole('button', { name: 'Message Now' }))
  await waitFor(() => expect(path()).toBe('/chat/70'))
  expect(await screen.findByPlaceholderText('Type a message')).toHaveValue('Nice to meet you')
})

const CLEO = { ...NOOR, id: 71, name: 'Cleo' }
const FIONA = { ...NOOR, id: 72, name: 'Fiona' }
const shownTo = async (name: string) =>
  within(await screen.findByRole('dialog', { name: "It's a Match!" })).findByText(name)

test('further matches follow when the first is closed, and over the chat that is opened from it', async () => {
  const { socket, user, path } = await open()
  for (const match of [CLEO, FIONA]) socket.push({ type: 'NEW_MATCH', match })
  await shownTo('Noor')
  await user.click(screen.getByRole('button', { name: 'Keep Browsing' }))
  await shownTo('Cleo')
  expect(screen.getByRole('button', { name: 'Message Now' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Message Now' }))
  await shownTo('Fiona')
  expect(path()).toBe('/chat/71')
  window.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(path()).toBe('/chat/71')
})

test('nothing empty and nothing that the server would refuse is sent', async () => {
  const { api, overlay, user, path } = await open()
  expect(overlay.getByRole('button', { name: 'Send' })).toBeDisabled()
  await user.type(overlay.getByLabelText('Message to Noor'), 'a = b{Enter}')
  expect(
    await overlay.findByText(/^Message contains invalid characters. These characters cannot be sent: < > ; =/),
  ).toBeInTheDocument()
  expect([path(), api.calls(sendMessage)]).toEqual(['/messages', []])
})
