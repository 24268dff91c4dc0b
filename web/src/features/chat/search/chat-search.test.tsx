import { screen, waitFor, within } from '@testing-library/react'
import { listMessages } from '@zing/proto/http/chat'
import { getProfile, listMatches } from '@zing/proto/http/social'
import { MESSAGES_PAGE_SIZE } from '@zing/proto/limits'
import type { Message } from '@zing/proto/messages'
import { expect, test } from 'vitest'
import { shownToast } from '../../../lib/state/toast-store.ts'
import { ada, profile, renderAt, setupApi } from '../../../test/render-at.tsx'

const BEN = 2

function message(seq: number, content: string): Message {
  const fields = { kind: 'text', read: true, status: 'read', createdAt: ada.createdAt } as const
  return { ...fields, id: 100 + seq, seq, senderId: BEN, receiverId: ada.id, content }
}

/** A page that ends before this seq, in which one message differs. */
function pageBefore(end: number, seq: number, content: string): Message[] {
  return Array.from({ length: MESSAGES_PAGE_SIZE }, (_, index) => end - MESSAGES_PAGE_SIZE + index).map((one) =>
    message(one, one === seq ? content : `line ${one}`),
  )
}

async function openSearch(messages: Message[]) {
  const api = setupApi()
  const ben = profile(BEN, 'Ben', { isMatch: true })
  api.respond(getProfile, ben)
  api.respond(listMatches, [ben])
  api.respond(listMessages, messages)
  const { user } = renderAt(`/chat/${BEN}`)
  await user.click(await screen.findByRole('button', { name: 'More options' }))
  await user.click(screen.getByRole('menuitem', { name: 'Search' }))
  const field = await screen.findByRole('searchbox', { name: 'Search messages' })
  await waitFor(() => expect(field).toHaveFocus())
  return { api, user, field }
}

const shown = () =>
  within(screen.getByRole('log'))
    .getAllByRole('listitem')
    .filter((item) => item.getAttribute('aria-current') === 'true')
    .map((item) => item.id)

test('a search marks what it finds, newest first, and leads through it by keys and buttons (10.chat.search)', async () => {
  const { user, field } = await openSearch([message(1, 'Café?'), message(2, 'tea'), message(3, 'the cafe at eight')])
  await user.type(field, 'CAFE')
  expect(shown()).toEqual(['message-103'])
  expect(screen.getByText(/^1 of 2/)).toHaveTextContent('1 of 2: the cafe at eight')
  await user.keyboard('{Enter}')
  expect(shown()).toEqual(['message-101'])
  await user.keyboard('{ArrowDown}')
  expect(shown()).toEqual(['message-103'])
  await user.click(screen.getByRole('button', { name: 'Older result' }))
  expect(shown()).toEqual(['message-101'])
  await user.click(screen.getByRole('button', { name: 'Newer result' }))
  expect(shown()).toEqual(['message-103'])
  await user.type(field, 'x')
  expect(screen.getByText('Nothing found')).toBeInTheDocument()
  expect(shown()).toEqual([])

  await user.keyboard('{Escape}')
  expect(await screen.findByPlaceholderText('Type a message')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: 'More options' })).toHaveFocus())
})

test('older messages are searched page by page, until one is found (10.chat.search.older)', async () => {
  const { api, user, field } = await openSearch(pageBefore(151, 140, 'a needle'))
  await user.type(field, 'haystack')
  expect(screen.getByText('Nothing in the last 50 messages')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Search older messages' })).toBeInTheDocument()
  await user.clear(field)
  await user.type(field, 'needle')
  expect(shown()).toEqual(['message-240'])
  api.respond(listMessages, pageBefore(101, 60, 'the Needle'))
  await user.click(screen.getByRole('button', { name: 'Search older messages' }))
  await waitFor(() => expect(shown()).toEqual(['message-160']))
  expect(screen.getByText(/^2 of 2 so far/)).toBeInTheDocument()

  api.reject(listMessages, 503, 'Service temporarily unavailable. Please try again.')
  await user.click(screen.getByRole('button', { name: 'Search older messages' }))
  await waitFor(() => expect(shownToast.get()?.title).toBe('Older messages were not searched'))
  expect(shown()).toEqual(['message-160'])
})
