import { screen, waitFor } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import { getDiscoveryPreferences, setDiscoveryPreferences } from '@zing/proto/http/discovery'
import { findPlaces } from '@zing/proto/http/places'
import { NO_PREFERENCES, type OwnPreferences } from '@zing/proto/profiles/discovery'
import type { User } from '@zing/proto/profiles/users'
import { expect, test } from 'vitest'
import { showCommunity } from '../../test/community.ts'
import { bavaria, cologne, germany, lisbon } from '../../test/places.ts'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'

/** The body of a user whose card shows no place. */
const { maxDistanceKm: _km, places: _places, ...WITHOUT_PLACES } = NO_PREFERENCES

async function open(more: Partial<User>, preferences: Partial<OwnPreferences> = {}) {
  const api = setupApi()
  api.respond(getUser, { ...ada, ...more })
  api.respond(getDiscoveryPreferences, { ...NO_PREFERENCES, ...preferences })
  api.respond(setDiscoveryPreferences, NO_PREFERENCES)
  api.respond(findPlaces, [bavaria, germany, cologne])
  const view = renderAt('/discovery')
  await screen.findByRole('heading', { name: 'Who you see', level: 2 })
  return { api, save: () => view.user.click(screen.getByRole('button', { name: 'Save' })), ...view }
}

test('with a town on the card, a distance and places are asked for (10.client.place.preferences)', async () => {
  const { api, user, save } = await open({ place: cologne }, { places: ['DE'] })
  expect(screen.getByLabelText('Any distance')).toBeChecked()
  await user.click(screen.getByLabelText('50 km'))
  expect(screen.getByRole('list', { name: 'Regions and countries' })).toHaveTextContent('Germany')
  await user.type(screen.getByRole('combobox', { name: 'Regions and countries' }), 'Ba')
  expect(await screen.findAllByRole('option')).toHaveLength(2) // no town
  await user.click(screen.getByRole('option', { name: /^Bavaria/ }))
  await user.click(screen.getByRole('button', { name: 'Remove Germany' }))
  await save()
  await waitFor(() =>
    expect(api.calls(setDiscoveryPreferences)).toEqual([{ ...WITHOUT_PLACES, maxDistanceKm: 50, places: ['DE.02'] }]),
  )
})

test('a card with a country asks for countries alone, and says why (10.client.place.preferences)', async () => {
  const { api, user, save } = await open({ place: germany })
  expect(screen.queryByLabelText('50 km')).not.toBeInTheDocument()
  expect(screen.getByText(/a distance needs a town on your card/)).toBeInTheDocument()
  await user.type(screen.getByRole('combobox', { name: 'Regions and countries' }), 'Ger')
  expect(await screen.findAllByRole('option')).toHaveLength(1)
  await user.keyboard('{Enter}')
  await save()
  await waitFor(() => expect(api.calls(setDiscoveryPreferences)).toEqual([{ ...WITHOUT_PLACES, places: ['DE'] }]))
})

test('without a place on the card nothing of it is sent, and it says why (10.client.place.preferences)', async () => {
  const { api, save } = await open({ place: null })
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  expect(screen.getByText(/put a place on your card/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Change the place on your card' })).toHaveAttribute('href', '/edit-profile')
  await save()
  await waitFor(() => expect(api.calls(setDiscoveryPreferences)).toEqual([WITHOUT_PLACES]))
})

test('what a coarser card has dropped is said (10.client.place.preferences)', async () => {
  await open({ place: germany }, { dropped: ['maxDistanceKm'] })
  expect(screen.getByText('Your card shows no town anymore, so the distance no longer counts.')).toBeInTheDocument()
})

test('during a trip the preferences that rest are said and kept (10.client.place.preferences)', async () => {
  const { api, save } = await open(
    { place: cologne, trip: { place: lisbon, until: '2026-12-31T00:00:00Z' } },
    { maxDistanceKm: 25, places: ['DE.02'], isResting: true },
  )
  expect(screen.getByText(/^During your trip, your distance and places are paused/)).toBeInTheDocument()
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  await save()
  await waitFor(() => expect(api.calls(setDiscoveryPreferences)).toEqual([WITHOUT_PLACES]))
})

test('where places are off, the preferences know none (10.client.place.off)', async () => {
  showCommunity({ place: 'off' })
  const { api, save } = await open({})
  expect(screen.queryByText(/your card/)).not.toBeInTheDocument()
  await save()
  await waitFor(() => expect(api.calls(setDiscoveryPreferences)).toEqual([WITHOUT_PLACES]))
})
