import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { getUser, login, updateUser } from '@zing/proto/http/auth'
import { expect, test } from 'vitest'
import { shownToast } from '../../lib/state/toast-store.ts'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'
import { tapTwice } from '../../test/tap-twice.ts'

async function open() {
  const opened = renderAt('/edit-profile')
  await screen.findByRole('heading', { name: 'Edit Profile' })
  return opened
}

async function leaveAndReturn(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole('link', { name: 'Back to profile' }))
  await user.click(await screen.findByRole('link', { name: 'Edit Profile' }))
  await screen.findByLabelText('Name')
}

test('the form shows the current profile and a link back (2.routes.8, 2.edit.1, 2.edit.2)', async () => {
  setupApi()
  await open()
  expect(screen.getByLabelText('Name')).toHaveValue('Ada')
  expect(screen.getByLabelText('Age')).toHaveValue(30)
  expect(screen.getByLabelText('Gender')).toHaveValue('female')
  expect(screen.getByLabelText('Orientation')).toHaveValue('gay')
  expect(screen.getByRole('link', { name: 'Back to profile' })).toHaveAttribute('href', '/preferences')
  const options = (label: string) =>
    [...(screen.getByLabelText(label) as HTMLSelectElement).options].map(({ value }) => value).filter(Boolean)
  expect(options('Gender')).toEqual(['male', 'female', 'non-binary', 'other'])
  expect(options('Orientation')).toEqual(['straight', 'gay', 'lesbian', 'bisexual', 'pansexual', 'other'])
})

test('every invalid field shows its text, and nothing is sent (5.edit.age.4, 5.edit.gender)', async () => {
  const api = setupApi()
  api.respond(getUser, { ...ada, gender: '', orientation: '', age: 0 })
  const { user } = await open()
  expect(screen.getByLabelText('Age')).toHaveValue(18)
  await user.clear(screen.getByLabelText('Name'))
  await user.type(screen.getByLabelText('Name'), 'A')
  await user.clear(screen.getByLabelText('Age'))
  await user.type(screen.getByLabelText('Age'), '17')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  for (const text of [
    'Name must be at least 2 characters.',
    'You must be at least 18 years old.',
    'Please select a gender.',
    'Please select an orientation.',
  ]) {
    expect(await screen.findByText(text)).toBeInTheDocument()
  }
  await user.clear(screen.getByLabelText('Age'))
  await user.type(screen.getByLabelText('Age'), '121')
  expect(await screen.findByText('Age must be less than 120.')).toBeInTheDocument()
  expect(api.calls(updateUser)).toEqual([])
})

test('saving shows a toast and leads back to the profile (2.routes.15, 2.edit.4, 4.auth.6, 8.update.ok)', async () => {
  const api = setupApi()
  api.respond(updateUser, { ...ada, name: 'Ada L', age: 120 })
  const { user, path } = await open()
  await user.type(screen.getByLabelText('Name'), ' L')
  await user.clear(screen.getByLabelText('Age'))
  await user.type(screen.getByLabelText('Age'), '120')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(path()).toBe('/preferences'))
  expect(api.calls(updateUser)).toEqual([{ name: 'Ada L', age: 120, gender: 'female', orientation: 'gay' }])
  expect(shownToast.get()).toMatchObject({
    title: 'Profile updated',
    text: 'Your profile has been successfully updated.',
    variant: 'default',
  })
  expect(await screen.findByRole('heading', { name: 'Ada L' })).toBeInTheDocument()
})

test('a response from before the change does not undo it', async () => {
  const api = setupApi()
  const { user, socket, path } = await open()
  const releaseOld = api.hold(getUser, ada)
  socket.connect()
  api.respond(updateUser, { ...ada, name: 'Ada L' })
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(path()).toBe('/preferences'))
  releaseOld()
  await new Promise((resolve) => setTimeout(resolve)) // the old response would have arrived by now
  expect(await screen.findByRole('heading', { name: 'Ada L' })).toBeInTheDocument()
})

test('the save button is disabled and changes its label while the request runs (2.edit.3)', async () => {
  setupApi().hang(updateUser)
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled()
})

test('a failed save keeps the input (8.update.fails)', async () => {
  setupApi().reject(updateUser, 503, 'Service temporarily unavailable. Please try again.')
  const { user, path } = await open()
  await user.type(screen.getByLabelText('Name'), ' L')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: 'Update failed',
      text: 'There was a problem updating your profile. Please try again.',
      variant: 'destructive',
    }),
  )
  expect(screen.getByLabelText('Name')).toHaveValue('Ada L')
  expect(path()).toBe('/edit-profile')
})

test('a bio with a link is kept in the form, and the word that looks like one is named', async () => {
  setupApi().reject(updateUser, 400, { message: 'Please leave out links', code: 'HAS_LINK', word: 'tea.Me' })
  const { user, path } = await open()
  await user.type(screen.getByLabelText(/About you/), 'I like tea.Me too')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: 'Please leave out links',
      text: '"tea.Me" looks like one.',
      variant: 'destructive',
    }),
  )
  expect(screen.getByLabelText(/About you/)).toHaveValue('I like tea.Me too')
  expect(path()).toBe('/edit-profile')
})

test('a value beyond the options is kept', async () => {
  const api = setupApi()
  api.respond(getUser, { ...ada, gender: 'genderfluid' })
  api.respond(updateUser, ada)
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(api.calls(updateUser)).toMatchObject([{ gender: 'genderfluid' }]))
})

test('edits from before the session ended are there after the login, and can be discarded', async () => {
  const api = setupApi()
  const { user, socket, path } = await open()
  await user.type(screen.getByLabelText('Name'), ' L')
  socket.close(CloseCode.signedOut)
  await screen.findByRole('tab', { name: 'Login' })
  api.respond(login, ada)
  await user.type(screen.getByLabelText('Username'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Log In' }))
  await waitFor(() => expect(path()).toBe('/edit-profile'))
  expect(await screen.findByLabelText('Name')).toHaveValue('Ada L')

  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.getByLabelText('Name')).toHaveValue('Ada')
  await leaveAndReturn(user)
  expect(screen.getByLabelText('Name')).toHaveValue('Ada')
  expect(screen.queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument()
})

test('edits are there after a visit to another screen, until they are saved', async () => {
  const api = setupApi()
  const { user, path } = await open()
  await leaveAndReturn(user)
  expect(screen.queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument()

  await user.type(screen.getByLabelText('Name'), ' L')
  for (let i = 0; i < 2; i++) {
    await leaveAndReturn(user)
    expect(screen.getByLabelText('Name')).toHaveValue('Ada L')
    expect(screen.getByRole('button', { name: 'Discard' })).toBeInTheDocument()
  }
  api.respond(updateUser, { ...ada, name: 'Ada L' })
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(path()).toBe('/preferences'))
  await user.click(await screen.findByRole('link', { name: 'Edit Profile' }))
  await screen.findByLabelText('Name')
  expect(screen.queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument()
})

test('a double tap on Save Changes saves once', async () => {
  const api = setupApi()
  api.respond(updateUser, { ...ada, name: 'Ada L' })
  const { path } = await open()
  tapTwice(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(path()).toBe('/preferences'))
  expect(api.calls(updateUser)).toHaveLength(1)
})

test('the preview shows the values of the form, and Back leads to the form as it was', async () => {
  const api = setupApi()
  const { user, path } = await open()
  await user.type(screen.getByLabelText('Name'), ' L')
  await user.type(screen.getByLabelText('About you'), 'Baker by night')
  expect(screen.queryByLabelText('Question 2')).not.toBeInTheDocument() // comes with the one before it
  await user.selectOptions(screen.getByLabelText('Question 1'), 'My perfect Sunday')
  await user.type(screen.getByLabelText('Answer 1'), 'Puns')
  await user.selectOptions(screen.getByLabelText('Question 2'), 'Ask me about')
  await user.click(screen.getByLabelText('Dates'))
  const others = screen.getByRole('button', { name: 'See it as others do' })
  await user.click(others)
  const page = within(screen.getByRole('article', { name: 'Ada, 30' }))
  expect(page.getByText(/Looking for: dates/)).toBeInTheDocument()
  expect(page.getByText('Baker by night')).toBeInTheDocument()
  expect(page.getByText('Puns')).toBeInTheDocument()
  expect(page.queryByText('Ask me about')).not.toBeInTheDocument() // without an answer
  expect(api.calls(updateUser)).toEqual([])

  act(() => window.history.back())
  await waitFor(() => expect(others).toHaveAttribute('aria-pressed', 'false'))
  expect(path()).toBe('/edit-profile')
  expect(screen.getByLabelText('About you')).toHaveValue('Baker by night')
})
