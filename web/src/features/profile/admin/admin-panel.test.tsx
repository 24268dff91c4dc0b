import { screen, waitFor, within } from '@testing-library/react'
import { getStats, resetAll, verifyPin } from '@zing/proto/http/admin'
import { expect, test } from 'vitest'
import { quietApi, renderAt } from '../../../test/render-at.tsx'
import { shownToast } from '../../../ui/toast-store.ts'

const STATS = { totalUsers: 61, totalMatches: 12, totalLikes: 240 }

async function open() {
  const opened = renderAt('/preferences')
  await opened.user.click(await screen.findByRole('button', { name: 'Admin Panel' }))
  await screen.findByRole('dialog', { name: 'Admin Panel' })
  return opened
}

async function unlock() {
  const api = quietApi()
  api.answer(verifyPin, { success: true })
  api.answer(getStats, STATS)
  const opened = await open()
  await opened.user.type(screen.getByLabelText('PIN'), '4711{Enter}')
  await screen.findByText('61')
  return { api, ...opened }
}

test('a PIN has four digits: longer input is cut, shorter input is refused', async () => {
  const api = quietApi()
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

test('four characters that are no digits are refused too', async () => {
  const api = quietApi()
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

test('a wrong PIN is refused and cleared', async () => {
  const api = quietApi()
  api.answer(verifyPin, { success: false })
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
])('a PIN that cannot be verified (%i) says so', async (status, message, shown) => {
  quietApi().refuse(verifyPin, status, message)
  const { user } = await open()
  await user.type(screen.getByLabelText('PIN'), '4711{Enter}')
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: 'Error', text: shown, variant: 'destructive' }))
})

test('the right PIN shows the totals; closed and opened again it is locked', async () => {
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

test('totals that cannot be loaded say so, and can be asked for again', async () => {
  const api = quietApi()
  api.answer(verifyPin, { success: true })
  api.refuse(getStats, 503, 'away')
  const { user } = await open()
  await user.type(screen.getByLabelText('PIN'), '4711{Enter}')
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: 'Error',
      text: 'Failed to load statistics',
      variant: 'destructive',
    }),
  )
  api.answer(getStats, STATS)
  await user.click(await screen.findByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('240')).toBeInTheDocument()
})

test('a reset asks first, and can be left', async () => {
  const { api, user } = await unlock()
  await user.click(screen.getByRole('button', { name: 'Reset App Data' }))
  const question = screen.getByRole('alertdialog', { name: 'Reset App Data' })
  expect(question).toHaveTextContent('permanently deletes all users, matches, likes and messages')
  expect(question).toHaveTextContent('cannot be undone')
  expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('button', { name: 'Reset App Data' })).toBeInTheDocument()
  expect(api.calls(resetAll)).toEqual([])
})

test('a reset that worked says so and shows the new totals', async () => {
  const { api, user } = await unlock()
  api.answer(resetAll, { success: true, message: 'All user data has been cleared' })
  api.answer(getStats, { totalUsers: 0, totalMatches: 0, totalLikes: 0 })
  await user.click(screen.getByRole('button', { name: 'Reset App Data' }))
  await user.click(screen.getByRole('button', { name: 'Reset everything' }))
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: 'Reset successful',
      text: 'All user data has been cleared',
      variant: 'default',
    }),
  )
  expect(api.calls(resetAll)).toEqual([{ pin: '4711' }])
  await waitFor(() => expect(screen.getAllByRole('definition').map((one) => one.textContent)).toEqual(['0', '0', '0']))
  expect(screen.getByRole('button', { name: 'Reset App Data' })).toBeInTheDocument()
})

test('after a reset nobody is signed in, and the screen says so by being the landing screen', async () => {
  const { api, user, path } = await unlock()
  api.answer(resetAll, { success: true, message: 'All user data has been cleared' })
  api.refuse(getStats, 401, 'Not signed in')
  await user.click(screen.getByRole('button', { name: 'Reset App Data' }))
  await user.click(screen.getByRole('button', { name: 'Reset everything' }))
  expect((await screen.findAllByText('Reset successful'))[0]).toBeInTheDocument()
  await waitFor(() => expect(path()).toBe('/'))
})

test.each([
  ['was refused', { success: false, message: 'Invalid PIN' }, 'Invalid PIN'],
  ['was refused without words', { success: false, message: '' }, 'Failed to reset app data'],
])('a reset that %s says so', async (_what, body, shown) => {
  const { api, user } = await unlock()
  api.answer(resetAll, body)
  await user.click(screen.getByRole('button', { name: 'Reset App Data' }))
  await user.click(screen.getByRole('button', { name: 'Reset everything' }))
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({ title: 'Reset failed', text: shown, variant: 'destructive' }),
  )
})

test('a reset that is still going on says so', async () => {
  const { api, user } = await unlock()
  api.refuse(resetAll, 503, 'Reset in progress')
  await user.click(screen.getByRole('button', { name: 'Reset App Data' }))
  await user.click(screen.getByRole('button', { name: 'Reset everything' }))
  expect((await screen.findAllByText('Reset in progress'))[0]).toBeInTheDocument()
})
