import { screen, waitFor, within } from '@testing-library/react'
import type { Invitation } from '@zing/proto/community/door'
import { getUser } from '@zing/proto/http/auth'
import { getCommunity } from '@zing/proto/http/community'
import { createInvitation, listInvitations, withdrawInvitation } from '@zing/proto/http/door'
import { expect, test } from 'vitest'
import { community } from '../../test/community.ts'
import { mia } from '../../test/moderation-cases.ts'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'

const AT = '2026-01-02T10:00:00.000Z'

function invitation(id: number, more: Partial<Invitation> = {}): Invitation {
  const link = `/auth?invitation=code-${id}`
  const by = { id: ada.id, name: ada.name }
  const rest = { label: '', uses: 5, used: 2, expiresAt: null, needsApproval: false, createdAt: AT, by }
  return { id, code: `code-${id}`, link, ...rest, ...more }
}

test('a moderator makes an invitation with its choices, and shows its link and code (10.client.community.invitations)', async () => {
  const api = setupApi()
  api.respond(getUser, { ...ada, role: 'moderator' })
  api.respond(listInvitations, [invitation(1, { label: 'Flyer', by: mia, needsApproval: true, expiresAt: AT })])
  const { user } = renderAt('/admin/invitations')
  const list = within(await screen.findByRole('list', { name: 'Invitations' }))
  expect(list.getByRole('listitem')).toHaveTextContent(
    /^Flyer2 of 5 used · until 2 January 2026.* · still needs approval · by Mia/,
  )
  expect(screen.queryByRole('navigation', { name: 'Community' })).toBeNull() // the other screens are for admins
  const form = within(screen.getByRole('form', { name: 'New invitation' }))
  await user.type(form.getByLabelText('Who is it for?'), 'Choir')
  await user.selectOptions(form.getByLabelText('Lets in'), '25 people')
  await user.selectOptions(form.getByLabelText('Works for'), 'No end')
  await user.click(form.getByRole('checkbox', { name: 'Still needs approval' }))
  api.respond(createInvitation, invitation(2, { label: 'Choir' }))
  await user.click(form.getByRole('button', { name: 'Make an invitation' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Choir' }))
  expect(await dialog.findByRole('img', { name: 'QR code of the invitation' })).toBeInTheDocument()
  expect(dialog.getByText(`${window.location.origin}/auth?invitation=code-2`)).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Copy the link' }))
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/auth?invitation=code-2`)
  const body = { uses: 25, expiresAt: null, needsApproval: true, label: 'Choir' }
  expect(api.calls(createInvitation)).toEqual([body])
})

test('a withdrawn invitation leaves the list (10.client.community.invitations)', async () => {
  const api = setupApi()
  api.respond(getUser, { ...ada, role: 'admin' })
  api.respond(listInvitations, [invitation(1, { label: 'Flyer' })])
  const { user } = renderAt('/admin/invitations')
  await user.click(await screen.findByRole('button', { name: 'Withdraw Flyer' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Withdraw Flyer?' }))
  api.respond(withdrawInvitation, undefined)
  api.respond(listInvitations, [])
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Invitations' })).toBeNull())
  expect(api.calls(withdrawInvitation)).toHaveLength(1)
})

test('a member may invite after the days that the keeper has set (10.client.community.invitations)', async () => {
  const api = setupApi()
  api.respond(getCommunity, community({ invitations: { memberDays: 30 } }))
  api.respond(listInvitations, [])
  api.respond(createInvitation, invitation(1))
  const { user } = renderAt('/preferences')
  await user.click(await screen.findByRole('link', { name: 'Invite people' }))
  await user.click(await screen.findByRole('button', { name: 'Make an invitation' }))
  await screen.findByRole('dialog', { name: 'Your invitation' })
  expect(api.calls(createInvitation)).toEqual([
    { uses: 1, expiresAt: expect.stringMatching(/Z$/), needsApproval: false, label: '' },
  ])
})

test('when members may not invite, the profile has no word about it (10.client.community.invitations)', async () => {
  const api = setupApi()
  api.respond(listInvitations, [])
  renderAt('/preferences')
  await screen.findByRole('region', { name: 'You' })
  await waitFor(() => expect(api.calls(getCommunity)).toHaveLength(1))
  expect(screen.queryByRole('link', { name: 'Invite people' })).toBeNull()
})
