import { screen, waitFor, within } from '@testing-library/react'
import { changePassword } from '@zing/proto/http/account'
import { expect, test } from 'vitest'
import { renderAt, setupApi } from '../../test/render-at.tsx'
import { tapTwice } from '../../test/tap-twice.ts'
import { shownToast } from '../../ui/toast-store.ts'

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

test('a changed password closes the dialog and says what happened to other devices; a double tap changes it once', async () => {
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
    text: 'Your other devices have been signed out.',
    variant: 'default',
  })
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
      title: 'The password was not changed',
      text: 'Too many requests. Please try again later.',
      variant: 'destructive',
    }),
  )
})
