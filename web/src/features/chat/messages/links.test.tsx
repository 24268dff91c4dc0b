import { screen, waitFor, within } from '@testing-library/react'
import { listMessages, sendMessage } from '@zing/proto/http/chat'
import { getProfile, listMatches } from '@zing/proto/http/social'
import type { Message } from '@zing/proto/messages'
import { expect, test } from 'vitest'
import { ada, profile, renderAt, setupApi } from '../../../test/render-at.tsx'

const BEN = 2
const LINK = 'https://example.org/a?b'

function messagesOf(...list: [senderId: number, content: string][]): Message[] {
  return list.map(([senderId, content], index) => ({
    kind: 'text',
    id: 100 + index,
    seq: index + 1,
    senderId,
    receiverId: senderId === ada.id ? BEN : ada.id,
    content,
    createdAt: new Date().toISOString(),
    read: false,
    status: 'sent',
  }))
}

async function open(messages: Message[]) {
  const api = setupApi()
  const ben = profile(BEN, 'Ben', { isMatch: true, hasLiked: true })
  api.respond(getProfile, ben)
  api.respond(listMatches, [ben])
  api.respond(listMessages, messages)
  const { user } = renderAt(`/chat/${BEN}`)
  await screen.findByRole('heading', { name: 'Ben' })
  const log = within(await screen.findByRole('log', { name: 'Messages with Ben' }))
  return { api, user, log }
}

test('while only one of the two has written, an address is text (10.chat.links)', async () => {
  const { log } = await open(messagesOf([BEN, `see ${LINK}`]))
  expect(await log.findByText(`see ${LINK}`)).toBeInTheDocument()
  expect(log.queryByRole('button', { name: LINK })).toBeNull()
})

test('once both have written, a dialog shows the whole address of a link before it opens (10.chat.links)', async () => {
  const { user, log } = await open(messagesOf([ada.id, 'hi'], [BEN, 'see https://аpple.com/x.']))
  expect(log.queryByRole('link')).toBeNull()
  await user.click(await log.findByRole('button', { name: 'https://аpple.com/x' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Open this link?' }))
  expect(dialog.getByText('https://xn--pple-43d.com/x')).toBeInTheDocument()
  const link = dialog.getByRole('link', { name: 'Open' })
  expect(link).toHaveAttribute('href', 'https://xn--pple-43d.com/x')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  expect(link).toHaveAttribute('target', '_blank')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  log.getByRole('button', { name: 'https://аpple.com/x' }).focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('alertdialog', { name: 'Open this link?' })).toBeInTheDocument()
})

test('an address with = in its path is refused, and the composer writes it as %3D (10.chat.links.encoded)', async () => {
  const { api, user } = await open(messagesOf([BEN, 'hi']))
  const [sent] = messagesOf([ada.id, 'https://example.org/data%3D4'])
  if (sent) api.respond(sendMessage, sent)
  const input = screen.getByRole('textbox', { name: 'Message to Ben' })
  await user.type(input, 'https://example.org/data=4')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await user.click(screen.getByRole('button', { name: /^Write = as %3D/ }))
  expect(input).toHaveValue('https://example.org/data%3D4')
  expect(input).toHaveFocus()
  expect(screen.queryByRole('button', { name: /^Write = as %3D/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(input).toHaveValue(''))
})

test('an address whose = means something else is refused without an offer', async () => {
  const { user } = await open(messagesOf([BEN, 'hi']))
  await user.type(screen.getByRole('textbox', { name: 'Message to Ben' }), 'https://example.org/watch?v=1')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(screen.getByText('These characters cannot be sent: < > ; =')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Write = as %3D/ })).toBeNull()
})
