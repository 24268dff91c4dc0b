import { screen, waitFor, within } from '@testing-library/react'
import { unblockUser } from '@zing/proto/http/chat'
import { listBlockedPeople } from '@zing/proto/http/social'
import type { BlockedPerson } from '@zing/proto/profiles/users'
import { expect, test } from 'vitest'
import { shownToast } from '../../lib/state/toast-store.ts'
import { renderAt, setupApi } from '../../test/render-at.tsx'
import { tapTwice } from '../../test/tap-twice.ts'

const BLOCKED: BlockedPerson[] = [
  { id: 9, name: 'Ben', age: 31, selfie: null, blockedAt: '2026-01-02T00:00:00.000Z' },
  { id: 8, name: 'Cleo', age: 28, selfie: null, blockedAt: '2026-01-01T00:00:00.000Z' },
]

async function open(people = BLOCKED) {
  const api = setupApi()
  api.respond(listBlockedPeople, people)
  const { user, socket } = renderAt('/account')
  const section = within(await screen.findByRole('region', { name: 'Blocked people' }))
  return { api, user, socket, section }
}

const names = () =>
  screen
    .queryAllByRole('button', { name: /^Unblock /, hidden: true })
    .map((button) => button.getAttribute('aria-label'))

test('a double tap unblocks a person once, whom the list then leaves out (10.account.unblock)', async () => {
  const { api, user, section } = await open()
  api.respond(unblockUser, undefined)
  await user.click(await section.findByRole('button', { name: 'Unblock Ben' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Unblock Ben?' }))
  tapTwice(dialog.getByRole('button', { name: 'Unblock' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(api.calls(unblockUser)).toHaveLength(1)
  expect(names()).toEqual(['Unblock Cleo'])
  expect(shownToast.get()).toMatchObject({ title: 'Ben is unblocked' })
})

test('when the unblock fails, the person stays on the list and the toast says why', async () => {
  const { api, user, section } = await open()
  api.reject(unblockUser, 503, 'Please try again in a moment.')
  await user.click(await section.findByRole('button', { name: 'Unblock Ben' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unblock' }))
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: 'Ben is still blocked', variant: 'destructive' }))
  expect(names()).toEqual(['Unblock Ben', 'Unblock Cleo'])
})

test('without blocks, the account page says so', async () => {
  const { section } = await open([])
  expect(await section.findByText("You haven't blocked anyone.")).toBeInTheDocument()
})
