import { screen, waitFor } from '@testing-library/react'
import { getClientConfig } from '@zing/proto/http/client-config'
import { getDiscoveryPreferences, setDiscoveryPreferences } from '@zing/proto/http/discovery'
import { listUsers } from '@zing/proto/http/social'
import { NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { expect, test } from 'vitest'
import { shownToast } from '../../lib/state/toast-store.ts'
import { clientConfig, profile, renderAt, setupApi } from '../../test/render-at.tsx'

/** The body of a user whose card shows no place. */
const { maxDistanceKm: _km, places: _places, ...WITHOUT_PLACES } = NO_PREFERENCES

async function open() {
  const api = setupApi()
  api.respond(listUsers, [profile(2, 'Ben')])
  const view = renderAt('/discovery')
  await screen.findByRole('heading', { name: 'Who you see', level: 2 })
  return { api, ...view }
}

test('the choices are saved, the feed is fetched again, and empty fields mean all users (2.routes.20)', async () => {
  const { api, user, path } = await open()
  const saved = { ...WITHOUT_PLACES, genders: ['female' as const], ageMin: 25, lookingFor: ['dates' as const] }
  api.respond(setDiscoveryPreferences, saved)
  await user.click(screen.getByLabelText('Women'))
  await user.type(screen.getByLabelText('From age'), '25')
  await user.click(screen.getByLabelText('Dates'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(path()).toBe('/feed'))
  expect(api.calls(setDiscoveryPreferences)).toEqual([saved])
})

test('where the community verifies, a member can see and be seen by verified people only', async () => {
  const api = setupApi()
  api.respond(getClientConfig, { ...clientConfig, verification: 'offered' })
  api.respond(listUsers, [profile(2, 'Ben')])
  const { user, path } = renderAt('/discovery')
  const box = await screen.findByRole('checkbox', { name: 'Verified people only' })
  expect(box).toHaveAccessibleDescription('Then you are seen by verified people only, too.')
  const saved = { ...WITHOUT_PLACES, verifiedOnly: true }
  api.respond(setDiscoveryPreferences, saved)
  await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(path()).toBe('/feed'))
  expect(api.calls(setDiscoveryPreferences)).toEqual([saved])
})

test('the way back leads to where it was opened, from the feed or from the profile', async () => {
  setupApi()
  const { user } = renderAt('/preferences')
  await user.click(await screen.findByRole('link', { name: 'Who you see' }))
  expect(await screen.findByRole('link', { name: 'Back to profile' })).toHaveAttribute('href', '/preferences')
  expect(screen.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: /Feed/ })).not.toHaveAttribute('aria-current')
  await user.click(screen.getByRole('link', { name: /Feed/ }))
  await user.click(await screen.findByRole('link', { name: 'Who you see' }))
  expect(await screen.findByRole('link', { name: 'Back to the feed' })).toHaveAttribute('href', '/feed')
})

test('changes that were not saved are there again, until they are discarded or saved', async () => {
  const { api, user } = await open()
  api.respond(setDiscoveryPreferences, NO_PREFERENCES)
  const leaveAndReturn = async () => {
    await user.click(screen.getByRole('link', { name: 'Back to the feed' }))
    await user.click(await screen.findByRole('link', { name: 'Who you see' }))
    return screen.findByLabelText('From age')
  }
  await user.click(screen.getByLabelText('Women'))
  await user.type(screen.getByLabelText('From age'), '30')
  expect(await leaveAndReturn()).toHaveValue(30)
  expect(screen.getByLabelText('Women')).toBeChecked()

  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.getByLabelText('From age')).toHaveValue(null)
  expect(await leaveAndReturn()).toHaveValue(null)
  expect(screen.queryByText('Your unsaved changes are back.')).not.toBeInTheDocument()

  await user.click(screen.getByLabelText('Men'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('link', { name: 'Who you see' }))
  expect(await screen.findByLabelText('Men')).not.toBeChecked() // as the server has responded
})

test('the stored preferences are shown, and can be emptied', async () => {
  const api = setupApi()
  api.respond(getDiscoveryPreferences, { ...NO_PREFERENCES, genders: ['male'], ageMax: 40 })
  api.respond(setDiscoveryPreferences, NO_PREFERENCES)
  const { user } = renderAt('/discovery')
  expect(await screen.findByLabelText('Men')).toBeChecked()
  await user.click(screen.getByLabelText('Men'))
  await user.clear(screen.getByLabelText('To age'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.calls(setDiscoveryPreferences)).toEqual([WITHOUT_PLACES]))
})

test('ages that cannot be are refused with their text, and nothing is sent', async () => {
  const { api, user } = await open()
  await user.type(screen.getByLabelText('From age'), '17')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('You must choose an age of at least 18')).toBeInTheDocument()
  await user.clear(screen.getByLabelText('From age'))
  await user.type(screen.getByLabelText('From age'), '50')
  await user.type(screen.getByLabelText('To age'), '40')
  expect(await screen.findByText("The lowest age can't be above the highest")).toBeInTheDocument()
  expect(api.calls(setDiscoveryPreferences)).toEqual([])
})

test('a failed save keeps the choices', async () => {
  const { api, user, path } = await open()
  api.reject(setDiscoveryPreferences, 503, 'Service temporarily unavailable. Please try again.')
  await user.click(screen.getByLabelText('Women'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: "Couldn't save your change" }))
  expect(screen.getByLabelText('Women')).toBeChecked()
  expect(path()).toBe('/discovery')
})
