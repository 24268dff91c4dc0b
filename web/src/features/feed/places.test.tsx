import { screen, waitFor, within } from '@testing-library/react'
import { errors } from '@zing/proto/errors'
import { getUser, updateUser } from '@zing/proto/http/auth'
import {
  getDiscoveryAlerts,
  getDiscoveryHints,
  setDiscoveryAlerts,
  setDiscoveryPreferences,
} from '@zing/proto/http/discovery'
import { findPlaces } from '@zing/proto/http/places'
import { getProfile, likeUser, listUsers } from '@zing/proto/http/social'
import { NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { expect, test } from 'vitest'
import { showCommunity } from '../../test/community.ts'
import { germany } from '../../test/places.ts'
import { ada, profile, renderAt, setupApi } from '../../test/render-at.tsx'

const wider = { ...NO_PREFERENCES, maxDistanceKm: 50 as const }
const hint = { change: 'distance' as const, years: null, count: 14, preferences: wider }

test('a card and a page say place and distance, and that it is a visit (10.client.place.labels)', async () => {
  const api = setupApi()
  const ben = profile(2, 'Ben', { place: 'Lisbon', placeKind: 'town', visiting: true, distance: '50' })
  api.respond(listUsers, [ben, profile(3, 'Cleo')])
  api.respond(getProfile, ben)
  const { user } = renderAt('/feed')
  const card = await screen.findByRole('article', { name: 'Ben, 28' })
  expect(within(card).getByText(/^Visiting/)).toHaveTextContent('Visiting Lisbon · Within 50 km')
  await user.click(within(card).getByRole('link', { name: 'More about Ben' }))
  expect(await screen.findByText(/^Visiting/)).toHaveTextContent('Visiting Lisbon · Within 50 km')
})

test.each([
  ['0', 'Köln · In your town'],
  ['250', 'Köln · Within 250 km'],
  ['far', 'Köln · Over 250 km away'],
] as const)('the distance %s reads "%s" (10.client.place.labels)', async (distance, text) => {
  setupApi().respond(listUsers, [profile(2, 'Ben', { place: 'Köln', placeKind: 'town', distance })])
  renderAt('/feed')
  expect((await screen.findByText('Köln')).parentElement).toHaveTextContent(text)
})

test('an empty feed offers the next distance, with its number (10.client.place.company)', async () => {
  const api = setupApi()
  api.respond(getDiscoveryHints, { hints: [hint], hasPassed: false })
  api.respond(setDiscoveryPreferences, wider)
  const { user } = renderAt('/feed')
  await user.click(await screen.findByRole('button', { name: '14 more people within 50 km' }))
  await waitFor(() => expect(api.calls(setDiscoveryPreferences)).toEqual([wider]))
  expect(screen.getByRole('button', { name: 'Invite a friend' })).toBeInTheDocument()
})

test('beyond the last distance, the hint is about any (10.client.place.company)', async () => {
  const api = setupApi()
  api.respond(getDiscoveryHints, { hints: [{ ...hint, count: 50, preferences: NO_PREFERENCES }], hasPassed: false })
  renderAt('/feed')
  expect(await screen.findByRole('button', { name: '50+ more people at any distance' })).toBeInTheDocument()
})

test('the user asks to be told of new people, and no longer (10.client.place.company)', async () => {
  const api = setupApi()
  api.respond(getDiscoveryAlerts, { enabled: false })
  api.respond(setDiscoveryAlerts, { enabled: true })
  const { user } = renderAt('/feed')
  await user.click(await screen.findByRole('button', { name: 'Tell me when someone new fits' }))
  api.respond(setDiscoveryAlerts, { enabled: false })
  await user.click(await screen.findByRole('button', { name: "Don't tell me of new people" }))
  expect(await screen.findByRole('button', { name: 'Tell me when someone new fits' })).toBeInTheDocument()
  expect(api.calls(setDiscoveryAlerts)).toEqual([{ enabled: true }, { enabled: false }])
})

test('where places are off, the user may still ask to be told of new people (10.client.place.company)', async () => {
  showCommunity({ place: 'off' })
  setupApi()
  renderAt('/feed')
  expect(await screen.findByRole('button', { name: 'Tell me when someone new fits' })).toBeInTheDocument()
})

test('a like without a place asks for one, and brings the card back (10.client.place.required)', async () => {
  showCommunity({ place: 'required' })
  const api = setupApi()
  api.respond(getUser, { ...ada, place: null })
  api.respond(listUsers, [profile(2, 'Ben')])
  api.reject(likeUser, 403, errors.placeRequired().body)
  api.respond(findPlaces, [germany])
  const { user } = renderAt('/feed')
  await user.click(await screen.findByRole('button', { name: 'Like Ben' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Your place' }))
  expect(dialog.getByText(/^Everyone here shows a place\./)).toBeInTheDocument()
  await user.type(dialog.getByRole('combobox', { name: 'Where are you?' }), 'Ger')
  await dialog.findByRole('option', { name: /^Germany/ })
  await user.keyboard('{Enter}')
  api.respond(updateUser, { ...ada, place: germany })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(api.calls(updateUser)).toEqual([{ placeId: 'DE', placeName: 'Germany' }])
  expect(screen.getByRole('article', { name: 'Ben, 28' })).toBeInTheDocument()
})
