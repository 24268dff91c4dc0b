import { screen, waitFor, within } from '@testing-library/react'
import { errors } from '@zing/proto/errors'
import { getUser, updateUser } from '@zing/proto/http/auth'
import { findPlaces } from '@zing/proto/http/places'
import type { User } from '@zing/proto/profiles/users'
import { expect, test } from 'vitest'
import { shownToast } from '../../../lib/state/toast-store.ts'
import { showCommunity } from '../../../test/community.ts'
import { cologne, germany, lisbon } from '../../../test/places.ts'
import { ada, renderAt, setupApi } from '../../../test/render-at.tsx'

const home = { id: cologne.id, name: cologne.name, kind: cologne.kind }

async function open(more: Partial<User> = {}) {
  const api = setupApi()
  api.respond(getUser, { ...ada, place: null, ...more })
  api.respond(findPlaces, [cologne, germany])
  const view = renderAt('/edit-profile')
  const section = within(await screen.findByRole('region', { name: 'Place' }))
  return { api, section, ...view }
}

test('a place is found by typing, chosen by keys and saved in its spelling (10.client.place.picker)', async () => {
  const { api, section, user } = await open()
  await user.click(section.getByRole('button', { name: 'Choose a place' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Your place' }))
  const field = dialog.getByRole('combobox', { name: 'Where are you?' })
  expect(field).toHaveAccessibleDescription('A town near you is enough; it need not be yours.')
  expect(dialog.getByRole('button', { name: 'Show no place' })).toBeDisabled()

  await user.type(field, 'Kö')
  const options = await dialog.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'KölnNorth Rhine-Westphalia · GermanyTown',
    'GermanyCountry',
  ])
  expect(await dialog.findByText('2 places found')).toBeInTheDocument()
  expect(field).toHaveAttribute('aria-activedescendant', options[0]?.id)
  await user.keyboard('{ArrowDown}')
  expect(field).toHaveAttribute('aria-activedescendant', options[1]?.id)
  await user.keyboard('{ArrowUp}{Enter}')
  expect(dialog.getByRole('group', { name: 'Where are you?' })).toHaveTextContent('Köln')
  expect(dialog.getByRole('button', { name: 'Choose another place than Köln' })).toHaveFocus()

  api.respond(updateUser, { ...ada, place: home })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(api.calls(updateUser)).toEqual([{ placeId: cologne.id, placeName: 'Köln' }])
  expect(section.getByText('Köln')).toBeInTheDocument()
})

test('a place is taken off the card (10.client.place.picker)', async () => {
  const { api, section, user } = await open({ place: home })
  await user.click(section.getByRole('button', { name: 'Change' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Your place' }))
  await user.click(dialog.getByRole('button', { name: 'Choose another place than Köln' }))
  expect(dialog.getByRole('combobox', { name: 'Where are you?' })).toHaveFocus()
  api.respond(updateUser, { ...ada, place: null })
  await user.click(dialog.getByRole('button', { name: 'Show no place' }))
  expect(await section.findByText('No place')).toBeInTheDocument()
  expect(api.calls(updateUser)).toEqual([{ placeId: null }])
})

test('where a place is required, it can only be changed (10.client.place.required)', async () => {
  showCommunity({ place: 'required' })
  const { section, user } = await open({ place: home })
  await user.click(section.getByRole('button', { name: 'Change' }))
  await user.click(screen.getByRole('button', { name: 'Choose another place than Köln' }))
  expect(screen.getByRole('button', { name: 'Show no place' })).toBeDisabled()
})

test('a search says what it has not found, and when it fails (10.client.place.picker)', async () => {
  const { api, section, user } = await open()
  api.respond(findPlaces, [])
  await user.click(section.getByRole('button', { name: 'Choose a place' }))
  const field = screen.getByRole('combobox', { name: 'Where are you?' })
  await user.type(field, 'Nowhere{Enter}')
  expect(await screen.findByText(/^No place with that name\./)).toBeInTheDocument()
  api.reject(findPlaces, 400, 'Invalid search')
  await user.type(field, 's')
  expect(await screen.findByText(/^Places can't be searched right now\./)).toBeInTheDocument()
  await user.keyboard('{Escape}')
  expect(field).toHaveValue('')
  expect(screen.getByRole('dialog', { name: 'Your place' })).toBeInTheDocument()
})

test('a trip has a place and a last day, and says so until it is ended (10.client.place.trip)', async () => {
  const { api, section, user } = await open({ place: home })
  api.respond(findPlaces, [lisbon])
  await user.click(section.getByRole('button', { name: 'Start a trip' }))
  const dialog = within(screen.getByRole('dialog', { name: 'A trip' }))
  const day = dialog.getByLabelText<HTMLInputElement>('Last day')
  const until = new Date(`${day.max}T23:59:59`)
  await user.clear(day)
  expect(dialog.getByRole('button', { name: 'Start the trip' })).toBeDisabled()
  await user.type(day, day.max)
  await user.type(dialog.getByRole('combobox', { name: 'Where are you going?' }), 'Lis')
  await user.click(await dialog.findByRole('option', { name: /^Lisbon/ }))
  const { id, name, kind } = lisbon
  api.respond(updateUser, { ...ada, place: home, trip: { place: { id, name, kind }, until: until.toISOString() } })
  await user.click(dialog.getByRole('button', { name: 'Start the trip' }))
  expect(await section.findByText('Visiting Lisbon')).toBeInTheDocument()
  const date = until.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })
  expect(section.getByText(new RegExp(`^Until ${date}\\. Only you see when it ends`))).toBeInTheDocument()

  api.respond(updateUser, { ...ada, place: home })
  await user.click(section.getByRole('button', { name: 'End the trip' }))
  await waitFor(() => expect(section.queryByText('Visiting Lisbon')).not.toBeInTheDocument())
  expect(api.calls(updateUser)).toEqual([
    { trip: { placeId: id, placeName: name, until: until.toISOString() } },
    { trip: null },
  ])
})

test('when the user has moved too often, it says so kindly and keeps the choice (10.client.place.trip)', async () => {
  const { api, section, user } = await open({ place: home })
  await user.click(section.getByRole('button', { name: 'Change' }))
  await user.click(screen.getByRole('button', { name: 'Choose another place than Köln' }))
  await user.type(screen.getByRole('combobox', { name: 'Where are you?' }), 'Ger')
  await user.click(await screen.findByRole('option', { name: /^Germany/ }))
  api.reject(updateUser, 429, errors.noMovesLeft().body)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: "Couldn't save your place",
      text: errors.noMovesLeft.message,
    }),
  )
  expect(api.calls(updateUser)).toHaveLength(1)
  expect(screen.getByRole('group', { name: 'Where are you?' })).toHaveTextContent('Germany')
})

test('where places are off, the profile has none (10.client.place.off)', async () => {
  showCommunity({ place: 'off' })
  setupApi()
  renderAt('/edit-profile')
  expect(await screen.findByRole('heading', { name: 'Photos' })).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Place' })).not.toBeInTheDocument()
})
