import { screen, waitFor, within } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import { getCommunity } from '@zing/proto/http/community'
import { findPlaces } from '@zing/proto/http/places'
import type { PlaceMode } from '@zing/proto/places/place'
import { expect, test } from 'vitest'
import { community } from '../../test/community.ts'
import { cologne } from '../../test/places.ts'
import { renderAt, setupApi } from '../../test/render-at.tsx'

async function open(place: PlaceMode) {
  const api = setupApi()
  api.reject(getUser, 401, { message: 'Not signed in', code: 'NOT_SIGNED_IN' })
  api.respond(getCommunity, community({ place }))
  api.respond(findPlaces, [cologne])
  const view = renderAt('/auth')
  await view.user.click(await screen.findByRole('tab', { name: 'Sign Up' }))
  await screen.findByLabelText('Full Name')
  return { api, ...view }
}

const question = () => within(screen.getByRole('group', { name: 'Where are you?' }))

test('a sign-up asks for a place, which can be skipped (10.client.place.sign-up)', async () => {
  const { user } = await open('offered')
  const field = question().getByRole('combobox', { name: 'Your place' })
  expect(field).toHaveAccessibleDescription(/^A town near you is enough; it need not be yours\./)
  await user.click(field)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByLabelText('Username')).toHaveFocus())
})

test('words that name no chosen place do not pass (10.client.place.sign-up)', async () => {
  const { user } = await open('offered')
  const field = question().getByRole('combobox', { name: 'Your place' })
  await user.type(field, 'Kol')
  await question().findByRole('option', { name: /^Köln/ })
  await user.click(question().getByRole('button', { name: 'Next' }))
  expect(await question().findByText('Please choose a place from the list, or empty the field.')).toBeInTheDocument()
  await user.click(question().getByRole('option', { name: /^Köln/ }))
  expect(question().queryByText(/^Please choose a place/)).not.toBeInTheDocument()
  await user.click(question().getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(screen.getByLabelText('Username')).toHaveFocus())
})

test('where a place is required, the sign-up does not go on without one (10.client.place.required)', async () => {
  const { user } = await open('required')
  await user.click(question().getByRole('button', { name: 'Next' }))
  expect(await question().findByText('Please say where you are. A country is enough.')).toBeInTheDocument()
})

test('the chosen place is kept over a reload (10.client.place.sign-up)', async () => {
  const { user } = await open('offered')
  await user.type(question().getByRole('combobox', { name: 'Your place' }), 'Kol')
  await user.click(await question().findByRole('option', { name: /^Köln/ }))
  expect(JSON.parse(sessionStorage.getItem('zing.sign-up') ?? '')).toMatchObject({ place: cologne })
})

test('where places are off, a sign-up asks for none (10.client.place.off)', async () => {
  await open('off')
  expect(screen.queryByRole('group', { name: 'Where are you?' })).not.toBeInTheDocument()
})
