import { screen, waitFor, within } from '@testing-library/react'
import { getUser, updateUser } from '@zing/proto/http/auth'
import { expect, test } from 'vitest'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'

test('the profile asks for an age that is due, until it is confirmed (10.profile.age)', async () => {
  const api = setupApi()
  api.respond(getUser, { ...ada, mustConfirmAge: true })
  api.respond(updateUser, ada)
  const { user } = renderAt('/preferences')
  const check = within(await screen.findByRole('region', { name: 'Still 30?' }))
  expect(check.getByRole('link', { name: 'Change it' })).toHaveAttribute('href', '/edit-profile')
  await user.click(check.getByRole('button', { name: 'Yes, 30' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Still 30?' })).toBeNull())
  expect(api.calls(updateUser)).toEqual([{ age: 30 }])
})

test('an age that was given lately is not asked for', async () => {
  setupApi()
  renderAt('/preferences')
  await screen.findByRole('region', { name: 'You' })
  expect(screen.queryByRole('region', { name: 'Still 30?' })).toBeNull()
})
