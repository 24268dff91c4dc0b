import { act, screen, waitFor, within } from '@testing-library/react'
import { blockUser, listMessages } from '@zing/proto/http/chat'
import { reportUser } from '@zing/proto/http/reports'
import { getProfile, listMatches, listUsers } from '@zing/proto/http/social'
import { REPORT_MESSAGES_MAX } from '@zing/proto/limits'
import type { Message } from '@zing/proto/messages'
import { REPORT_CATEGORIES } from '@zing/proto/moderation/categories'
import { expect, test } from 'vitest'
import { shownToast } from '../../lib/state/toast-store.ts'
import { ada, profile, renderAt, setupApi } from '../../test/render-at.tsx'
import { tapTwice } from '../../test/tap-twice.ts'

const BEN = 2

async function openFromCard() {
  const api = setupApi()
  api.respond(listUsers, [profile(BEN, 'Ben')])
  const view = renderAt('/feed')
  await view.user.click(await screen.findByRole('button', { name: 'Report Ben' }))
  return { api, ...view, dialog: within(await screen.findByRole('dialog', { name: 'Report Ben' })) }
}

function message(seq: number, senderId: number, content: string): Message {
  return {
    kind: 'text',
    id: 100 + seq,
    seq,
    senderId,
    receiverId: senderId === BEN ? ada.id : BEN,
    content,
    createdAt: '2026-01-03T10:00:00.000Z',
    read: true,
    status: 'read',
  }
}

async function openFromChat(messages: Message[]) {
  const api = setupApi()
  const ben = profile(BEN, 'Ben', { isMatch: true })
  api.respond(getProfile, ben)
  api.respond(listMatches, [ben])
  api.respond(listMessages, messages)
  const view = renderAt(`/chat/${BEN}`)
  await view.user.click(await screen.findByRole('button', { name: 'More options' }))
  await view.user.click(screen.getByRole('menuitem', { name: 'Report' }))
  return { api, ...view, dialog: within(await screen.findByRole('dialog', { name: 'Report Ben' })) }
}

test('a report from a card needs a reason, is sent once, blocks by default and is thanked for', async () => {
  const { api, user, dialog } = await openFromCard()
  api.respond(reportUser, { id: 1 })
  expect(dialog.getAllByRole('radio')).toHaveLength(REPORT_CATEGORIES.length)
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/Ben won't know/)
  expect(dialog.getByRole('checkbox', { name: 'Also block Ben' })).toBeChecked()
  await user.click(dialog.getByRole('button', { name: 'Send report and block' }))
  expect(await dialog.findByText('Please choose a reason')).toBeInTheDocument()
  expect(dialog.getByRole('radiogroup', { name: "What's wrong?" })).toHaveAccessibleDescription(
    'Please choose a reason',
  )
  expect(api.calls(reportUser)).toEqual([])

  await user.click(dialog.getByRole('radio', { name: 'Insults or harassment' }))
  await user.type(dialog.getByLabelText('What happened? (optional)'), '  He insults people  ')
  tapTwice(dialog.getByRole('button', { name: 'Send report and block' }))
  const thanks = await screen.findByRole('dialog', { name: 'Thanks for telling us' })
  expect(api.calls(reportUser)).toEqual([
    { userId: BEN, category: 'harassment', text: 'He insults people', block: true },
  ])
  expect(within(thanks).getByRole('heading')).toHaveFocus()
  expect(thanks).toHaveAccessibleDescription(/Ben is blocked/)
  await user.click(within(thanks).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument())
})

test('a report whose block could not be made yet says so, leaves the card, and offers the block', async () => {
  const { api, user, dialog } = await openFromCard()
  api.respond(reportUser, { id: 1, isBlocked: false })
  await user.click(dialog.getByRole('radio', { name: 'Something else' }))
  await user.click(dialog.getByRole('button', { name: 'Send report and block' }))
  const thanks = await screen.findByRole('dialog', { name: 'Thanks for telling us' })
  expect(thanks).toHaveAccessibleDescription(/Ben couldn't be blocked yet/)
  expect(within(thanks).getByRole('button', { name: 'Block' })).toBeEnabled()
  await user.click(within(thanks).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.getByRole('article', { name: 'Ben, 28' })).toBeInTheDocument())
})

test('a report without a block leaves the card where it is', async () => {
  const { api, user, dialog } = await openFromCard()
  api.respond(reportUser, { id: 1 })
  await user.click(dialog.getByRole('radio', { name: 'Something else' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Also block Ben' }))
  await user.click(dialog.getByRole('button', { name: 'Send report' }))
  const thanks = await screen.findByRole('dialog', { name: 'Thanks for telling us' })
  expect(api.calls(reportUser)).toEqual([{ userId: BEN, category: 'other', block: false }])
  expect(thanks).not.toHaveAccessibleDescription(/blocked/)
  await user.click(within(thanks).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.getByRole('article', { name: 'Ben, 28' })).toBeInTheDocument())
  expect(screen.getByRole('button', { name: 'Report Ben' })).toHaveFocus()
})

test('the messages of the partner can be marked in the chat; a block leads to the messages', async () => {
  const { api, user, dialog, path } = await openFromChat([
    message(1, BEN, 'Hello'),
    message(2, ada.id, 'Hi'),
    message(3, BEN, 'Send me money'),
  ])
  api.respond(reportUser, { id: 1 })
  const choice = within(dialog.getByRole('group', { name: 'Which messages? (optional)' }))
  expect(choice.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
    'Hello',
    'Send me money',
  ])
  await user.click(choice.getByRole('checkbox', { name: 'Hello' }))
  await user.click(choice.getByRole('checkbox', { name: 'Send me money' }))
  await user.click(choice.getByRole('checkbox', { name: 'Hello' }))
  await user.click(dialog.getByRole('radio', { name: /^Scam/ }))
  await user.click(dialog.getByRole('button', { name: 'Send report and block' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Thanks for telling us' })).getByRole('button', {
      name: 'Done',
    }),
  )
  await waitFor(() => expect(path()).toBe('/messages'))
  expect(api.calls(reportUser)).toEqual([{ userId: BEN, category: 'scam', block: true, messageIds: [103] }])
})

test('no more messages can be marked than a report takes', async () => {
  const { user, dialog } = await openFromChat(
    Array.from({ length: REPORT_MESSAGES_MAX + 1 }, (_, index) => message(index + 1, BEN, `No ${index + 1}.`)),
  )
  const boxes = within(dialog.getByRole('group', { name: 'Which messages? (optional)' })).getAllByRole('checkbox')
  for (const box of boxes.slice(1)) await user.click(box)
  expect(boxes[0]).toBeDisabled()
  expect(dialog.getByText(/You can mark up to 20 messages/)).toBeInTheDocument()
  await user.click(boxes[1] as HTMLElement)
  expect(boxes[0]).toBeEnabled()
})

test('a chat without messages of the partner asks for none', async () => {
  const { dialog } = await openFromChat([message(1, ada.id, 'Hi')])
  expect(dialog.queryByRole('group', { name: /Which messages/ })).not.toBeInTheDocument()
})

const OPEN = { message: "You've already reported this person. Our moderators are looking at it.", code: 'REPORT_OPEN' }

test('when a report is already open, the dialog says so kindly and offers the missing block', async () => {
  const { api, user, dialog } = await openFromCard()
  api.reject(reportUser, 409, OPEN)
  await user.click(dialog.getByRole('radio', { name: 'Under 18' }))
  await user.click(dialog.getByRole('button', { name: 'Send report and block' }))
  const said = await screen.findByRole('dialog', { name: 'Already reported' })
  expect(said).toHaveAccessibleDescription(OPEN.message)
  expect(shownToast.get()).toBeNull()
  expect(api.calls(blockUser)).toEqual([])
  api.respond(blockUser, { blockedUserId: BEN })
  tapTwice(within(said).getByRole('button', { name: 'Block' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(api.calls(blockUser)).toEqual([{ blockedUserId: BEN }])
  await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument())
})

test('a report that is open already offers no block to a user who did not want one', async () => {
  const { api, user, dialog } = await openFromCard()
  api.reject(reportUser, 409, OPEN)
  await user.click(dialog.getByRole('radio', { name: 'Under 18' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Also block Ben' }))
  await user.click(dialog.getByRole('button', { name: 'Send report' }))
  const said = within(await screen.findByRole('dialog', { name: 'Already reported' }))
  expect(said.queryByRole('button', { name: 'Block' })).not.toBeInTheDocument()
  await user.click(said.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test.each([
  [429, "You've sent a lot of reports today. Please come back tomorrow."],
  [503, 'Service temporarily unavailable. Please try again.'],
])('a report that fails (%i) keeps what was written and says why', async (status, text) => {
  const { api, user, dialog } = await openFromCard()
  api.reject(reportUser, status, text)
  await user.click(dialog.getByRole('radio', { name: 'Under 18' }))
  await user.type(dialog.getByLabelText('What happened? (optional)'), 'She says so')
  await user.click(dialog.getByRole('button', { name: 'Send report and block' }))
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({ title: "Couldn't send your report", text, variant: 'destructive' }),
  )
  expect(dialog.getByLabelText('What happened? (optional)')).toHaveValue('She says so')
  api.respond(reportUser, { id: 1 })
  await user.click(dialog.getByRole('button', { name: 'Send report and block' }))
  expect(await screen.findByRole('dialog', { name: 'Thanks for telling us' })).toBeInTheDocument()
})

test('a match can be reported from their page, and Back closes the dialog', async () => {
  const api = setupApi()
  const theo = profile(4, 'Theo', { isMatch: true, hasLiked: true })
  api.respond(listMatches, [theo])
  api.respond(getProfile, theo)
  const { user, path } = renderAt('/people/4')
  await user.click(await screen.findByRole('button', { name: 'More options' }))
  await user.click(screen.getByRole('menuitem', { name: 'Report' }))
  await screen.findByRole('dialog', { name: 'Report Theo' })
  act(() => window.history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(path()).toBe('/people/4')
})
