import { act, screen, waitFor, within } from '@testing-library/react'
import type { AccountSession } from '@zing/proto/accounts/sessions'
import {
  changePassword,
  confirmPassword,
  countRecoveryCodes,
  createRecoveryCodes,
  deleteAccount,
  endOtherSessions,
  endSession,
  listSessions,
  updateAccount,
} from '@zing/proto/http/account'
import { createExport } from '@zing/proto/http/exports'
import { listPasskeys } from '@zing/proto/http/passkeys'
import { reportUser } from '@zing/proto/http/reports'
import { listPastMatches } from '@zing/proto/http/social'
import { expect, test, vi } from 'vitest'
import { shownToast, toast } from '../../lib/state/toast-store.ts'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'
import { tapTwice } from '../../test/tap-twice.ts'

async function open() {
  const opened = renderAt('/account')
  await screen.findByRole('heading', { name: 'Account Settings' })
  return opened
}

test('the account page is reached from the profile and leads back there', async () => {
  setupApi()
  const { user, path } = renderAt('/preferences')
  await user.click(await screen.findByRole('link', { name: 'Account Settings' }))
  expect(await screen.findByRole('heading', { name: 'Account Settings' })).toBeInTheDocument()
  expect(path()).toBe('/account')
  await user.click(screen.getByRole('link', { name: 'Back to profile' }))
  await waitFor(() => expect(path()).toBe('/preferences'))
})

async function openPasswordDialog() {
  const opened = await open()
  await opened.user.click(screen.getByRole('button', { name: 'Change password' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }))
  const submit = () => dialog.getByRole('button', { name: 'Change password' })
  return { ...opened, dialog, submit }
}

test('a double tap changes the password once, closes the dialog and tells about other devices', async () => {
  const api = setupApi()
  api.respond(changePassword, undefined)
  const { user, dialog, submit } = await openPasswordDialog()
  await user.type(dialog.getByLabelText('Current password'), 'correct horse')
  await user.type(dialog.getByLabelText('New password'), 'battery staple')
  tapTwice(submit())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.calls(changePassword)).toEqual([{ currentPassword: 'correct horse', newPassword: 'battery staple' }])
  expect(shownToast.get()).toMatchObject({
    title: 'Password changed',
    text: "You're logged out on your other devices.",
    variant: 'default',
  })
})

const PASSKEY = { isSynced: false, createdAt: '2026-01-01T10:00:00.000Z', lastUsedAt: null }
const PASSKEYS = [
  { id: 'p'.repeat(43), name: 'My phone', ...PASSKEY },
  { id: 'q'.repeat(43), name: 'Old laptop', ...PASSKEY },
]

async function changeWith(passkeys: typeof PASSKEYS, unused: number) {
  const api = setupApi()
  api.respond(listPasskeys, passkeys)
  api.respond(countRecoveryCodes, { unused })
  api.respond(changePassword, undefined)
  const opened = await openPasswordDialog()
  await opened.user.type(opened.dialog.getByLabelText('Current password'), 'correct horse')
  await opened.user.type(opened.dialog.getByLabelText('New password'), 'battery staple')
  return { api, ...opened }
}

test('a change names the passkeys and recovery codes that it removes, and shows them gone', async () => {
  const { api, user, dialog, submit } = await changeWith(PASSKEYS, 8)
  const choice = await dialog.findByRole('checkbox', { name: 'Also remove my passkeys and recovery codes' })
  expect(choice).toBeChecked()
  expect(choice).toHaveAccessibleDescription(/^Passkeys: My phone, Old laptop\s*8 unused recovery codes\s*Someone/)
  api.respond(listPasskeys, [])
  api.respond(countRecoveryCodes, { unused: 0 })
  await user.click(submit())
  expect(await screen.findByText("You don't have a passkey yet.")).toBeInTheDocument()
  expect(await screen.findByText("You don't have any recovery codes.")).toBeInTheDocument()
  expect(api.calls(changePassword)).toEqual([{ currentPassword: 'correct horse', newPassword: 'battery staple' }])
  expect(shownToast.get()).toMatchObject({
    text: expect.stringContaining('Your passkeys and recovery codes are removed.'),
  })
})

test('a user who knows the passkeys keeps them', async () => {
  const { api, user, dialog, submit } = await changeWith(PASSKEYS, 0)
  await user.click(await dialog.findByRole('checkbox', { name: 'Also remove my passkeys' }))
  await user.click(submit())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.calls(changePassword)).toMatchObject([{ keepOtherWays: true }])
  expect(shownToast.get()).toMatchObject({ text: "You're logged out on your other devices." })
})

test('when passkeys and codes cannot be loaded, the user can still choose to remove them', async () => {
  const api = setupApi()
  api.reject(listPasskeys, 403, 'Not now')
  api.reject(countRecoveryCodes, 403, 'Not now')
  const { dialog } = await openPasswordDialog()
  expect(dialog.getByRole('checkbox', { name: 'Also remove my passkeys and recovery codes' })).toBeChecked()
})

test('an empty or short password is named at its field, and nothing is sent', async () => {
  const api = setupApi()
  const { user, dialog, submit } = await openPasswordDialog()
  await user.type(dialog.getByLabelText('New password'), 'short')
  await user.click(submit())
  expect(await dialog.findByText('Password is required')).toBeInTheDocument()
  expect(dialog.getByText('Password must be at least 6 characters')).toBeInTheDocument()
  expect(api.calls(changePassword)).toEqual([])
})

test.each([
  ['WRONG_PASSWORD', 403, 'Current password'],
  ['COMMON_PASSWORD', 400, 'New password'],
])('the refusal %s is shown at its field and keeps what was typed', async (code, status, label) => {
  setupApi().reject(changePassword, status, { message: 'Refused', code })
  const { user, dialog, submit } = await openPasswordDialog()
  await user.type(dialog.getByLabelText('Current password'), 'correct horse')
  await user.type(dialog.getByLabelText('New password'), 'battery staple')
  await user.click(submit())
  await dialog.findByText('Refused')
  expect(dialog.getByLabelText(label)).toHaveAccessibleDescription('Refused')
  expect(dialog.getByLabelText(label)).toHaveFocus()
  expect(dialog.getByLabelText('New password')).toHaveValue('battery staple')
  expect(shownToast.get()).toBeNull()
})

test('any other failure is shown by a toast', async () => {
  setupApi().reject(changePassword, 429, 'Too many requests. Please try again later.')
  const { user, dialog, submit } = await openPasswordDialog()
  await user.type(dialog.getByLabelText('Current password'), 'correct horse')
  await user.type(dialog.getByLabelText('New password'), 'battery staple')
  await user.click(submit())
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: "Couldn't change your password",
      text: 'Too many requests. Please try again later.',
      variant: 'destructive',
    }),
  )
})

const DEVICES: AccountSession[] = [
  {
    id: 'a'.repeat(22),
    current: true,
    browser: 'Chrome',
    system: 'macOS',
    createdAt: '2026-01-01T10:00:00.000Z',
    lastUsedAt: '2026-01-02T10:00:00.000Z',
  },
  {
    id: 'b'.repeat(22),
    current: false,
    browser: 'Safari',
    system: 'iOS',
    createdAt: '2026-01-01T10:00:00.000Z',
    lastUsedAt: '2026-01-02T10:00:00.000Z',
  },
  {
    id: 'c'.repeat(22),
    current: false,
    browser: null,
    system: null,
    createdAt: '2026-01-01T10:00:00.000Z',
    lastUsedAt: '2026-01-01T10:00:00.000Z',
  },
]

async function devices(): Promise<HTMLElement[]> {
  return within(await screen.findByRole('list', { name: 'Your devices' })).getAllByRole('listitem')
}

test('the devices are listed, and this one is marked and cannot be signed out here', async () => {
  setupApi().respond(listSessions, DEVICES)
  await open()
  const [own, phone, unknown] = await devices()
  expect(own).toHaveTextContent('Chrome on macOSThis device')
  expect(within(own as HTMLElement).queryByRole('button')).toBeNull()
  expect(phone).toHaveTextContent('Safari on iOSLast used on 2 Jan')
  expect(unknown).toHaveTextContent('Unknown browser')
})

test('a device is signed out once, leaves the list and says so', async () => {
  const api = setupApi()
  api.respond(listSessions, DEVICES)
  api.respond(endSession, undefined)
  await open()
  await devices()
  api.respond(
    listSessions,
    DEVICES.filter(({ system }) => system !== 'iOS'),
  )
  tapTwice(screen.getByRole('button', { name: 'Log out Safari on iOS' }))
  await waitFor(async () => expect(await devices()).toHaveLength(2))
  expect(api.calls(endSession)).toHaveLength(1)
  expect(screen.getByRole('list', { name: 'Your devices' })).toHaveFocus()
  expect(shownToast.get()).toMatchObject({ title: 'Device logged out', text: 'Safari on iOS', variant: 'default' })
})

test('a device that has signed out meanwhile leaves the list too; a failure keeps it', async () => {
  const api = setupApi()
  api.respond(listSessions, DEVICES)
  api.reject(endSession, 503, 'Service temporarily unavailable. Please try again.')
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Log out Safari on iOS' }))
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: "Couldn't log out that device" }))
  expect(await devices()).toHaveLength(3)

  api.reject(endSession, 404, 'Not found')
  api.respond(listSessions, DEVICES.slice(0, 1))
  await user.click(screen.getByRole('button', { name: 'Log out Safari on iOS' }))
  await waitFor(async () => expect(await devices()).toHaveLength(1))
})

test('all other devices are signed out together, and the action is gone without others', async () => {
  const api = setupApi()
  api.respond(listSessions, DEVICES)
  api.respond(endOtherSessions, undefined)
  const { user } = await open()
  await devices()
  api.respond(listSessions, DEVICES.slice(0, 1))
  await user.click(screen.getByRole('button', { name: 'Log out all other devices' }))
  await waitFor(async () => expect(await devices()).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Log out all other devices' })).toBeNull()
  expect(shownToast.get()).toMatchObject({ title: 'Logged out everywhere else', variant: 'default' })
})

test('devices that cannot be loaded say why and can be tried again', async () => {
  const api = setupApi()
  api.reject(listSessions, 503, 'Service temporarily unavailable. Please try again.')
  const { user } = await open()
  expect(await screen.findByText(/Couldn't load your devices/)).toBeInTheDocument()
  api.respond(listSessions, DEVICES)
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await devices()).toHaveLength(3)
})

const CODES = Array.from({ length: 10 }, (_, i) => `7K3M-Q2ZD-04TR-91W${i}`)

async function createCodes() {
  const opened = await open()
  await opened.user.click(screen.getByRole('button', { name: 'Create recovery codes' }))
  return opened
}

test('recovery codes are shown once, after the password where the server wants it again', async () => {
  const api = setupApi()
  api.reject(createRecoveryCodes, 403, { message: 'Please enter your password again', code: 'CONFIRM' })
  api.reject(confirmPassword, 403, { message: "That password isn't right", code: 'WRONG_PASSWORD' })
  const { user } = await createCodes()
  const confirm = within(await screen.findByRole('dialog', { name: "Confirm it's you" }))
  await user.click(confirm.getByRole('button', { name: 'Continue' }))
  expect(await confirm.findByText('Password is required')).toBeInTheDocument()
  await user.type(confirm.getByLabelText('Password'), 'wrong')
  await user.click(confirm.getByRole('button', { name: 'Continue' }))
  await waitFor(() =>
    expect(confirm.getByLabelText('Password')).toHaveAccessibleDescription("That password isn't right"),
  )

  api.respond(confirmPassword, undefined)
  api.respond(createRecoveryCodes, { codes: CODES })
  await user.clear(confirm.getByLabelText('Password'))
  await user.type(confirm.getByLabelText('Password'), 'correct horse')
  await user.click(confirm.getByRole('button', { name: 'Continue' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }))
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES)
  expect(api.calls(confirmPassword)).toEqual([{ password: 'wrong' }, { password: 'correct horse' }])

  await user.click(shown.getByRole('button', { name: "I've saved them" }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.body).not.toHaveTextContent('7K3M')
})

test.each([
  [0, "You don't have any recovery codes."],
  [1, 'You have 1 unused code.'],
  [9, 'You have 9 unused codes.'],
])('with %i unused recovery codes the section says so, and of new ones once they are created', async (unused, text) => {
  const api = setupApi()
  api.respond(countRecoveryCodes, { unused })
  api.respond(createRecoveryCodes, { codes: CODES })
  const { user } = await open()
  expect(await screen.findByText(text)).toBeInTheDocument()
  act(() => toast('Welcome to Zing'))
  await user.click(screen.getByRole('button', { name: 'Create recovery codes' }))
  await screen.findByRole('dialog', { name: 'Save your recovery codes' })
  expect(screen.getByText('You have 10 unused codes.')).toBeInTheDocument()
  expect(shownToast.get()).toBeNull() // it would cover codes
})

test('Back asks whether recovery codes are kept before it closes them', async () => {
  setupApi().respond(createRecoveryCodes, { codes: CODES })
  await createCodes()
  const codes = async () => screen.findByRole('dialog', { name: 'Save your recovery codes' })
  expect(await codes()).toHaveAccessibleDescription(/^Keep them/)
  act(() => window.history.back())
  await waitFor(async () => expect(await codes()).toHaveAccessibleDescription(/^Have you saved them\?/))
  await waitFor(() => expect(window.history.state?.layers).toBe(1))
  act(() => window.history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('recovery codes can be copied, printed and downloaded', async () => {
  setupApi().respond(createRecoveryCodes, { codes: CODES })
  const { user } = await createCodes()
  const shown = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }))
  await user.click(shown.getByRole('button', { name: 'Copy' }))
  expect(await shown.findByRole('button', { name: 'Copied' })).toBeInTheDocument()
  const copied = await navigator.clipboard.readText()
  expect(copied).toContain('recovery codes of ada')
  for (const code of CODES) expect(copied).toContain(code)

  const print = vi.fn()
  vi.stubGlobal('print', print)
  await user.click(shown.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  const download = shown.getByRole('link', { name: 'Download' })
  expect(download).toHaveAttribute('download', 'zing-recovery-codes.txt')
  expect(decodeURIComponent(download.getAttribute('href') ?? '')).toContain(copied)
})

test('codes that cannot be created say why, and leaving the confirmation creates none', async () => {
  const api = setupApi()
  api.reject(createRecoveryCodes, 429, 'Too many requests. Please try again later.')
  const { user } = await createCodes()
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: "Couldn't create your codes",
      text: 'Too many requests. Please try again later.',
    }),
  )
  api.reject(createRecoveryCodes, 403, { message: 'Please enter your password again', code: 'CONFIRM' })
  await user.click(screen.getByRole('button', { name: 'Create recovery codes' }))
  const confirm = within(await screen.findByRole('dialog', { name: "Confirm it's you" }))
  await user.click(confirm.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([api.calls(createRecoveryCodes).length, api.calls(confirmPassword).length]).toEqual([2, 0])
})

test('a user hides from the feed and comes back', async () => {
  const api = setupApi()
  api.respond(updateAccount, { ...ada, hidden: true })
  const { user } = await open()
  const toggle = screen.getByRole('switch', { name: 'Hide me from the feed' })
  expect(toggle).not.toBeChecked()
  tapTwice(toggle)
  await waitFor(() => expect(toggle).toBeChecked())
  expect(api.calls(updateAccount)).toEqual([{ hidden: true }])
  expect(shownToast.get()).toMatchObject({ title: 'You are hidden' })

  api.respond(updateAccount, ada)
  await waitFor(() => expect(toggle).toHaveAttribute('aria-busy', 'false'))
  await user.click(toggle)
  await waitFor(() => expect(toggle).not.toBeChecked())
  expect(shownToast.get()).toMatchObject({ title: "You're back in the feed" })
})

test('a user no longer appears online, and appears again', async () => {
  const api = setupApi()
  api.respond(updateAccount, { ...ada, showOnline: false })
  const { user } = await open()
  const toggle = screen.getByRole('switch', { name: "Show matches when I'm online" })
  expect(toggle).toBeChecked()
  await user.click(toggle)
  await waitFor(() => expect(toggle).not.toBeChecked())
  expect(api.calls(updateAccount)).toEqual([{ showOnline: false }])
  expect(shownToast.get()).toMatchObject({ title: "Matches no longer see when you're online" })
  api.respond(updateAccount, ada)
  await waitFor(() => expect(toggle).toHaveAttribute('aria-busy', 'false'))
  await user.click(toggle)
  await waitFor(() => expect(toggle).toBeChecked())
  expect(api.calls(updateAccount).at(-1)).toEqual({ showOnline: true })
})

test('a visibility that could not be changed stays as it was', async () => {
  setupApi().reject(updateAccount, 503, 'Service temporarily unavailable. Please try again.')
  const { user } = await open()
  await user.click(screen.getByRole('switch', { name: 'Hide me from the feed' }))
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: "Couldn't change your visibility" }))
  expect(screen.getByRole('switch', { name: 'Hide me from the feed' })).not.toBeChecked()
})

test('a copy of the data is prepared after the confirmation, and downloaded by a link', async () => {
  const api = setupApi()
  api.reject(createExport, 403, { message: 'Please enter your password again', code: 'CONFIRM' })
  api.respond(confirmPassword, undefined)
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Prepare a copy of your data' }))
  const confirm = within(await screen.findByRole('dialog', { name: "Confirm it's you" }))
  await user.type(confirm.getByLabelText('Password'), 'correct horse')
  api.respond(createExport, { url: '/api/account/export/token' })
  await user.click(confirm.getByRole('button', { name: 'Continue' }))
  const link = await screen.findByRole('link', { name: 'Download your data' })
  expect(link).toHaveAttribute('href', '/api/account/export/token')
  expect(link).toHaveAttribute('download')
  expect(api.calls(createExport)).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Prepare another copy' })).toBeInTheDocument()
})

test('a copy that cannot be prepared says why', async () => {
  setupApi().reject(createExport, 429, 'Too many requests. Please try again later.')
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Prepare a copy of your data' }))
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: "Couldn't prepare your copy",
      text: 'Too many requests. Please try again later.',
    }),
  )
})

async function openDeleteDialog() {
  const opened = await open()
  await opened.user.click(screen.getByRole('button', { name: 'Delete account' }))
  return { ...opened, dialog: within(await screen.findByRole('alertdialog', { name: 'Delete your account?' })) }
}

test('an account is deleted once, after consequences and password; the landing page says so', async () => {
  const api = setupApi()
  api.reject(deleteAccount, 403, { message: 'Please enter your password again', code: 'CONFIRM' })
  api.respond(confirmPassword, undefined)
  const { user, dialog, path } = await openDeleteDialog()
  expect(dialog.getByText('Your chats and all their messages, for the others too')).toBeInTheDocument()
  expect(dialog.getByText(/Your username is kept for 30 days/)).toBeInTheDocument()
  tapTwice(dialog.getByRole('button', { name: 'Delete account' }))

  const confirm = within(await screen.findByRole('dialog', { name: "Confirm it's you" }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(api.calls(deleteAccount)).toHaveLength(1)
  api.respond(deleteAccount, undefined)
  await user.type(confirm.getByLabelText('Password'), 'correct horse')
  await user.click(confirm.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(path()).toBe('/'))
  expect(await screen.findByText(/Your account has been deleted/)).toBeInTheDocument()
  expect(shownToast.get()).toMatchObject({ title: 'Account deleted', variant: 'default' })
  expect(api.calls(deleteAccount)).toHaveLength(2)
})

test('an account stays when the user cancels, also at the password, or when it cannot be deleted', async () => {
  const api = setupApi()
  api.reject(deleteAccount, 403, { message: 'Please enter your password again', code: 'CONFIRM' })
  const { user, dialog, path } = await openDeleteDialog()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(api.calls(deleteAccount)).toEqual([])

  await user.click(screen.getByRole('button', { name: 'Delete account' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete account' }))
  const confirm = within(await screen.findByRole('dialog', { name: "Confirm it's you" }))
  await user.click(confirm.getByRole('button', { name: 'Cancel' }))
  const again = within(await screen.findByRole('alertdialog'))
  api.reject(deleteAccount, 503, 'Service temporarily unavailable. Please try again.')
  await user.click(again.getByRole('button', { name: 'Delete account' }))
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: "Couldn't delete your account",
      text: 'Service temporarily unavailable. Please try again.',
      variant: 'destructive',
    }),
  )
  expect(path()).toBe('/account')
})

test('past matches are listed and can be reported', async () => {
  const api = setupApi()
  api.respond(listPastMatches, [
    { id: 4, name: 'Theo', selfie: '/api/selfies/4/1', endedAt: '2026-01-02T10:00:00.000Z', isBlocked: false },
    { id: 5, name: 'Ines', selfie: null, endedAt: '2026-01-01T10:00:00.000Z', isBlocked: true },
  ])
  api.respond(reportUser, { id: 1 })
  const { user } = await open()
  const [theo, ines] = within(await screen.findByRole('list', { name: 'Past matches' })).getAllByRole('listitem')
  expect(theo).toHaveTextContent('TheoEnded on 2 Jan')
  expect(ines).toHaveTextContent('InesBlocked on 1 Jan')
  await user.click(screen.getByRole('button', { name: 'Report Ines' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Report Ines' }))
  await user.click(dialog.getByRole('radio', { name: /^Fake profile/ }))
  await user.click(dialog.getByRole('button', { name: 'Send report and block' }))
  await screen.findByRole('dialog', { name: 'Thanks for telling us' })
  expect(api.calls(reportUser)).toEqual([{ userId: 5, category: 'fake', block: true }])
})

test('without past matches the section says so; a list that cannot be loaded can be retried', async () => {
  const api = setupApi()
  api.reject(listPastMatches, 503, 'Service temporarily unavailable. Please try again.')
  const { user } = await open()
  expect(await screen.findByText(/Couldn't load your past matches/)).toBeInTheDocument()
  api.respond(listPastMatches, [])
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('No matches have ended.')).toBeInTheDocument()
})
