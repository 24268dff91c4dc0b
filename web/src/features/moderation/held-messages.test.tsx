import { screen, waitFor, within } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import { decideHeld, listCases, listHeld } from '@zing/proto/http/staff/moderation'
import type { HeldMessage, HeldSender } from '@zing/proto/moderation/held-messages'
import { expect, test } from 'vitest'
import { shownToast } from '../../lib/state/toast-store.ts'
import { ben, mia, uma } from '../../test/moderation-cases.ts'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'

const sender = (user: HeldSender['user'], ...messages: HeldMessage[]): HeldSender => ({
  user,
  messages,
  count: messages.length,
})
const held = (id: number, content: string, more: Partial<HeldMessage> = {}): HeldMessage => ({
  id,
  receiver: uma,
  reason: 'links',
  content,
  createdAt: '2026-01-02T10:00:00.000Z',
  ...more,
})

function moderatorApi() {
  const api = setupApi()
  api.respond(getUser, { ...ada, role: 'moderator' })
  api.respond(listCases, [])
  return api
}

test('held messages are fetched when their tab is opened, and shown by sender', async () => {
  const api = moderatorApi()
  api.respond(listHeld, [
    sender(ben, held(11, 'Look at ben.example.org'), held(12, 'Hi', { receiver: mia, reason: 'same-text' })),
    sender({ id: 8, name: null, username: null }, held(13, 'www.example.org')),
  ])
  const { user } = renderAt('/moderation')
  await screen.findByText('No open cases')
  expect(api.calls(listHeld)).toEqual([]) // a view is in the audit log
  await user.click(screen.getByRole('tab', { name: 'Held' }))
  const list = await screen.findByRole('heading', { name: 'From Ben' })
  const card = within(list.closest('li') as HTMLElement)
  const [first, second] = card.getAllByRole('listitem')
  expect(first).toHaveTextContent(/To Uma.*A link, sent to others too.*Look at ben\.example\.org/)
  expect(second).toHaveTextContent(/To Mia.*The same text, sent to others too.*Hi/)
  expect(screen.getByRole('heading', { name: 'From Deleted member 8' })).toBeInTheDocument()
  expect(window.location.search).toBe('?status=held')
})

test('a release names the messages that were on the screen, and the list is fetched again', async () => {
  const api = moderatorApi()
  api.respond(listHeld, [sender(ben, held(11, 'a.example.org'), held(12, 'b.example.org'))])
  api.respond(decideHeld, { messageIds: [11, 12], caseId: null })
  const { user } = renderAt('/moderation?status=held')
  const button = await screen.findByRole('button', { name: 'Release all 2 messages' })
  api.respond(listHeld, [])
  await user.click(button)
  expect(await screen.findByText('No held messages')).toBeInTheDocument()
  expect(api.calls(decideHeld)).toEqual([{ action: 'release', messageIds: [11, 12] }])
  expect(shownToast.get()).toMatchObject({ title: 'Messages released' })
})

test('a rejection has a reason and says which case it has opened', async () => {
  const api = moderatorApi()
  api.respond(listHeld, [sender(ben, held(11, 'a.example.org'))])
  api.respond(decideHeld, { messageIds: [11], caseId: 7 })
  const { user } = renderAt('/moderation?status=held')
  await user.selectOptions(await screen.findByLabelText('Reason for rejecting'), 'fake')
  await user.click(screen.getByRole('button', { name: 'Reject the message' }))
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: 'Rejected, case 7 is open' }))
  expect(api.calls(decideHeld)).toEqual([{ action: 'reject', messageIds: [11], category: 'fake' }])
})

test('a decision that came too late says so, and the list is fetched again', async () => {
  const api = moderatorApi()
  api.respond(listHeld, [sender(ben, held(11, 'a.example.org'))])
  const message = 'New messages came in since you looked. Please look again.'
  api.reject(decideHeld, 409, { message, code: 'HELD_CHANGED' })
  const { user } = renderAt('/moderation?status=held')
  const button = await screen.findByRole('button', { name: 'Release the message' })
  api.respond(listHeld, [sender(ben, held(11, 'a.example.org'), held(12, 'and b.example.org'))])
  await user.click(button)
  expect(await screen.findByRole('button', { name: 'Release all 2 messages' })).toBeInTheDocument()
  expect(shownToast.get()).toMatchObject({
    title: "Couldn't decide these messages",
    text: message,
    variant: 'destructive',
  })
})

test('the senders of the next page are shown on request, and one who is on both pages once', async () => {
  const api = moderatorApi()
  const next = { link: '</api/moderation/held?cursor=1767348000000.8>; rel="next"' }
  const ofBen = { ...sender(ben, held(11, 'a.example.org')), count: 90 }
  api.respond(listHeld, [ofBen, sender(uma, held(12, 'b.example.org'))], next)
  const { user } = renderAt('/moderation?status=held')
  expect(await screen.findByRole('button', { name: 'Release 1 of 90 messages' })).toBeInTheDocument()
  api.respond(listHeld, [sender(uma, held(12, 'b.example.org')), sender(mia, held(13, 'c.example.org'))])
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('heading', { name: 'From Mia' })).toBeInTheDocument()
  expect(screen.getAllByRole('heading', { name: /^From/ })).toHaveLength(3)
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
})

test('held messages that cannot be loaded say why and can be tried again', async () => {
  const api = moderatorApi()
  api.reject(listHeld, 503, 'Service temporarily unavailable. Please try again.')
  const { user } = renderAt('/moderation?status=held')
  expect(await screen.findByText("Couldn't load held messages")).toBeInTheDocument()
  api.respond(listHeld, [])
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('No held messages')).toBeInTheDocument()
})
