import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { UserRole } from '@zing/proto/accounts/roles'
import { getStats, listRoles, resetAll, setRole, verifyPin } from '@zing/proto/http/staff/admin'
import { expect, test } from 'vitest'
import { shownToast } from '../../../lib/state/toast-store.ts'
import { renderAt, setupApi } from '../../../test/render-at.tsx'
import { tapTwice } from '../../../test/tap-twice.ts'

const STATS = { totalUsers: 61, totalMatches: 12, totalLikes: 240 }

async function open() {
  const opened = renderAt('/preferences')
  await opened.user.click(await screen.findByRole('button', { name: 'Admin Panel' }))
  await screen.findByRole('dialog', { name: 'Admin Panel' })
  return opened
}

async function unlock() {
  const api = setupApi()
  api.respond(verifyPin, { success: true })
  api.respond(getStats, STATS)
  const opened = await open()
  await opened.user.type(screen.getByLabelText('PIN'), '4711{Enter}')
  await screen.findByText('61')
  return { api, ...opened }
}

test('a PIN has four digits: longer input is cut, shorter input is rejected (2.profile.7, 2.admin.1, 5.pin.1, 5.pin.2, 8.pin.short)', async () => {
  const api = setupApi()
  const { user } = await open()
  const input = screen.getByLabelText('PIN')
  expect(input).toHaveAttribute('type', 'password')
  await user.type(input, '471')
  expect(screen.getByRole('button', { name: 'Verify' })).toBeDisabled()
  await user.type(input, '{Enter}')
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: 'Invalid PIN',
      text: 'Please enter a 4-digit PIN',
      variant: 'destructive',
    }),
  )
  await user.type(input, '199')
  expect(input).toHaveValue('4711')
  expect(screen.getByRole('button', { name: 'Verify' })).toBeEnabled()
  expect(api.calls(verifyPin)).toEqual([])
})

test('a PIN of four characters that are not digits is rejected (5.pin.3)', async () => {
  const api = setupApi()
  const { user } = await open()
  await user.type(screen.getByLabelText('PIN'), 'abcd{Enter}')
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: 'Invalid PIN',
      text: 'Please enter a 4-digit PIN',
      variant: 'destructive',
    }),
  )
  expect(api.calls(verifyPin)).toEqual([])
})

test('a wrong PIN shows an error and clears the input (2.admin.2, 4.admin.2, 8.pin.wrong)', async () => {
  const api = setupApi()
  api.respond(verifyPin, { success: false })
  const { user } = await open()
  await user.type(screen.getByLabelText('PIN'), '0001')
  await user.click(screen.getByRole('button', { name: 'Verify' }))
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({ title: 'Access denied', text: 'Invalid PIN', variant: 'destructive' }),
  )
  await waitFor(() => expect(screen.getByLabelText('PIN')).toHaveValue(''))
  expect(api.calls(verifyPin)).toEqual([{ pin: '0001' }])
})

test.each([
  [503, 'Service temporarily unavailable. Please try again.', 'Failed to verify PIN'],
  [429, 'Too many attempts', 'Too many attempts'],
])('a failed verification of the PIN (%i) shows an error (5.pin.4, 8.pin.fails)', async (status, message, shown) => {
  setupApi().reject(verifyPin, status, message)
  const { user } = await open()
  await user.type(screen.getByLabelText('PIN'), '4711{Enter}')
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: 'Error', text: shown, variant: 'destructive' }))
})

test('the right PIN shows the totals, and reopening the panel asks for it again (2.admin.3, 2.admin.4, 4.admin.1, 4.admin.5, 8.pin.ok)', async () => {
  const { user } = await unlock()
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: 'Access granted',
      text: 'Welcome to the admin panel',
      variant: 'default',
    }),
  )
  const dialog = screen.getByRole('dialog', { name: 'Admin Panel' })
  expect(
    within(dialog)
      .getAllByRole('definition')
      .map((one) => one.textContent),
  ).toEqual(['61', '12', '240'])
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: 'Admin Panel' }))
  expect(await screen.findByLabelText('PIN')).toHaveValue('')
  expect(screen.queryByText('61')).not.toBeInTheDocument()
})

test('totals that cannot be loaded show an error and can be retried (7.admin.stats, 8.stats.fail)', async () => {
  const api = setupApi()
  api.respond(verifyPin, { success: true })
  api.reject(getStats, 503, 'Temporarily unavailable')
  const { user } = await open()
  await user.type(screen.getByLabelText('PIN'), '4711{Enter}')
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: 'Error',
      text: 'Failed to load statistics',
      variant: 'destructive',
    }),
  )
  api.respond(getStats, STATS)
  await user.click(await screen.findByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('240')).toBeInTheDocument()
})

async function askForReset(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Reset app data' }))
  return within(screen.getByRole('alertdialog', { name: 'Reset app data' }))
}

async function resetWithPin(user: UserEvent, pin = '4711') {
  const dialog = await askForReset(user)
  await user.type(dialog.getByLabelText('PIN'), pin)
  await user.click(dialog.getByRole('button', { name: 'Reset everything' }))
  return dialog
}

test('a reset asks for confirmation and can be cancelled (2.admin.6, 4.admin.3)', async () => {
  const { api, user } = await unlock()
  await askForReset(user)
  const dialog = screen.getByRole('alertdialog', { name: 'Reset app data' })
  expect(dialog).toHaveTextContent('permanently deletes all users, matches, likes and messages')
  expect(dialog).toHaveTextContent('cannot be undone')
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('button', { name: 'Reset app data' })).toBeInTheDocument()
  expect(api.calls(resetAll)).toEqual([])
})

test('a successful reset shows a toast and the new totals (4.admin.4, 8.reset.ok)', async () => {
  const { api, user } = await unlock()
  api.respond(resetAll, { success: true, message: 'All user data has been cleared' })
  api.respond(getStats, { totalUsers: 0, totalMatches: 0, totalLikes: 0 })
  await resetWithPin(user)
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: 'Reset successful',
      text: 'All user data has been cleared',
      variant: 'default',
    }),
  )
  expect(api.calls(resetAll)).toEqual([{ pin: '4711' }])
  await waitFor(() => expect(screen.getAllByRole('definition').map((one) => one.textContent)).toEqual(['0', '0', '0']))
  expect(screen.getByRole('button', { name: 'Reset app data' })).toBeInTheDocument()
})

test('a reset signs the admin out to the landing screen', async () => {
  const { api, user, path } = await unlock()
  api.respond(resetAll, { success: true, message: 'All user data has been cleared' })
  api.reject(getStats, 401, 'Not signed in')
  await resetWithPin(user)
  expect((await screen.findAllByText('Reset successful'))[0]).toBeInTheDocument()
  await waitFor(() => expect(path()).toBe('/'))
})

test.each([
  ['was rejected', { success: false, message: 'Invalid PIN' }, 'Invalid PIN'],
  ['was rejected without a message', { success: false, message: '' }, 'Failed to reset app data'],
])('a reset that %s shows an error (8.reset.fails)', async (_what, body, shown) => {
  const { api, user } = await unlock()
  api.respond(resetAll, body)
  await resetWithPin(user)
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({ title: 'Reset failed', text: shown, variant: 'destructive' }),
  )
})

test('a reset that is already running shows the message of the server', async () => {
  const { api, user } = await unlock()
  api.reject(resetAll, 503, 'Reset in progress')
  await resetWithPin(user)
  expect((await screen.findAllByText('Reset in progress'))[0]).toBeInTheDocument()
})

test('a double tap checks the PIN once, and resets once', async () => {
  const api = setupApi()
  api.respond(verifyPin, { success: true })
  api.respond(getStats, STATS)
  const { user } = await open()
  await user.type(screen.getByLabelText('PIN'), '4711')
  tapTwice(screen.getByRole('button', { name: 'Verify' }))
  await screen.findByRole('button', { name: 'Reset app data' })
  expect(api.calls(verifyPin)).toHaveLength(1)
  api.hang(resetAll)
  const dialog = await askForReset(user)
  await user.type(dialog.getByLabelText('PIN'), '4711')
  tapTwice(dialog.getByRole('button', { name: 'Reset everything' }))
  expect(await screen.findByRole('button', { name: 'Resetting...' })).toBeDisabled()
  expect(api.calls(resetAll)).toHaveLength(1)
})

test('when a reset was confirmed without the PIN, nothing can be pressed; a wrong PIN is cleared', async () => {
  const { api, user } = await unlock()
  const dialog = await askForReset(user)
  expect(dialog.getByRole('button', { name: 'Reset everything' })).toBeDisabled()
  await user.type(dialog.getByLabelText('PIN'), '471{Enter}')
  expect(api.calls(resetAll)).toEqual([])
  api.respond(resetAll, { success: false, message: 'Invalid PIN' })
  await user.type(dialog.getByLabelText('PIN'), '2{Enter}')
  await waitFor(() => expect(dialog.getByLabelText('PIN')).toHaveValue(''))
  expect(api.calls(resetAll)).toEqual([{ pin: '4712' }])
})

test('Back cancels the confirmation of a reset before it closes the panel', async () => {
  const { user } = await unlock()
  await user.click(screen.getByRole('button', { name: 'Reset app data' }))
  act(() => window.history.back())
  expect(await screen.findByRole('button', { name: 'Reset app data' })).toBeInTheDocument()
  act(() => window.history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

const MIA: UserRole = { userId: 9, name: 'Mia', username: 'mia', role: 'moderator' }

test('the panel shows who has which role, and withdraws one once', async () => {
  const api = setupApi()
  api.respond(verifyPin, { success: true })
  api.respond(getStats, STATS)
  api.respond(listRoles, [MIA, { userId: 8, name: 'Noa', username: 'noa', role: 'admin' }])
  api.respond(setRole, { ...MIA, role: 'member' })
  const { user } = await open()
  await user.type(screen.getByLabelText('PIN'), '4711{Enter}')
  const list = within(await screen.findByRole('list', { name: 'Roles' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Mia@mia · moderatorWithdraw',
    'Noa@noa · adminWithdraw',
  ])
  api.respond(listRoles, [{ userId: 8, name: 'Noa', username: 'noa', role: 'admin' }])
  tapTwice(list.getByRole('button', { name: 'Withdraw the role of Mia' }))
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  expect(api.calls(setRole)).toEqual([{ role: 'member' }])
  expect(screen.getByRole('list', { name: 'Roles' })).toHaveFocus()
  expect(shownToast.get()).toMatchObject({ title: 'Role withdrawn', text: 'Mia' })
})

test('a role is granted by username, which must exist', async () => {
  const { api, user } = await unlock()
  expect(await screen.findByText('Nobody has a role yet.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Grant role' }))
  expect(await screen.findByText('Username must be at least 3 characters')).toBeInTheDocument()
  await user.type(screen.getByLabelText('Username'), 'mia')
  await user.click(screen.getByRole('button', { name: 'Grant role' }))
  await waitFor(() => expect(screen.getByLabelText('Username')).toHaveAccessibleDescription('Nobody has this username'))
  expect(api.calls(setRole)).toEqual([])
  api.respond(listRoles, [{ ...MIA, role: 'member' }])
  api.respond(setRole, { ...MIA, role: 'admin' })
  await user.selectOptions(screen.getByLabelText('Role'), 'admin')
  await user.click(screen.getByRole('button', { name: 'Grant role' }))
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: 'Role granted', text: 'Mia: admin' }))
  expect(api.calls(setRole)).toEqual([{ role: 'admin' }])
  await waitFor(() => expect(screen.getByLabelText('Username')).toHaveValue(''))
})

test('a role that cannot be granted, withdrawn or loaded says why', async () => {
  const api = setupApi()
  api.respond(verifyPin, { success: true })
  api.respond(getStats, STATS)
  api.reject(listRoles, 403, 'Please enter the PIN first')
  const { user } = await open()
  await user.type(screen.getByLabelText('PIN'), '4711{Enter}')
  expect(await screen.findByText("Couldn't load the roles. Please enter the PIN first")).toBeInTheDocument()
  api.respond(listRoles, [MIA])
  api.reject(setRole, 403, 'Please enter the PIN first')
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await user.click(await screen.findByRole('button', { name: 'Withdraw the role of Mia' }))
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({ title: "Couldn't withdraw the role", text: 'Please enter the PIN first' }),
  )
  await user.type(screen.getByLabelText('Username'), 'mia')
  await user.click(screen.getByRole('button', { name: 'Grant role' }))
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: "Couldn't grant the role" }))
})
