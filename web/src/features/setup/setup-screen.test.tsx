import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { DEFAULT_COMMUNITY } from '@zing/proto/community/shell'
import { getUser } from '@zing/proto/http/auth'
import { getSettings } from '@zing/proto/http/staff/settings'
import { checkSetup, setUp } from '@zing/proto/http/staff/setup'
import { expect, onTestFinished, test } from 'vitest'
import { communityStore } from '../../lib/state/community.ts'
import { versionedSettings } from '../../test/community.ts'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'
import { openPage } from '../../test/session.ts'
import { SetupForm } from './setup-form.tsx'

async function open(path = '/setup#secret') {
  const api = setupApi()
  api.reject(getUser, 401, 'Not signed in')
  api.respond(checkSetup, undefined)
  const view = renderAt(path)
  await screen.findByRole('heading', { name: 'Set up your community' })
  return { api, ...view }
}

test('a keeper names the community, sets the door and gets an account (10.community.setup)', async () => {
  const { api, user } = await open()
  await fillIn(user)
  await user.click(screen.getByRole('radio', { name: 'Blue' }))
  await user.click(screen.getByRole('radio', { name: 'By invitation' }))
  api.respond(setUp, { ...ada, role: 'admin' })
  api.respond(getUser, { ...ada, role: 'admin' })
  api.respond(getSettings, versionedSettings(1, { name: 'Harbour' }))
  onTestFinished(() => communityStore.set(DEFAULT_COMMUNITY))
  await user.click(screen.getByRole('button', { name: 'Open Harbour' }))

  expect(await screen.findByRole('heading', { name: 'All set' })).toBeInTheDocument()
  await waitFor(() => expect(communityStore.get().name).toBe('Harbour'))
  expect(screen.getByRole('link', { name: 'Invite people' })).toHaveAttribute('href', '/admin/invitations')
  expect(api.calls(setUp)).toEqual([
    {
      token: 'secret',
      language: 'en',
      name: 'Harbour',
      accent: '#1d4ed8',
      mode: 'invitation',
      rules: 'friendly',
      account: {
        name: 'Ada Lovelace',
        age: 36,
        gender: 'female',
        orientation: 'gay',
        username: 'keeper',
        password: 'correct horse',
      },
    },
  ])
})

test('when the link has been used or is wrong, the screen says so at once (10.community.setup.over)', async () => {
  const api = setupApi()
  api.reject(getUser, 401, 'Not signed in')
  api.reject(checkSetup, 404, { code: 'SETUP_OVER', message: 'This link has been used or has expired' })
  renderAt('/setup#secret')
  expect(await screen.findByRole('heading', { name: 'The setup is over' })).toBeInTheDocument()
  expect(screen.getByText('This link has been used or has expired')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Log in or sign up' })).toHaveAttribute('href', '/auth')
  expect(screen.queryByLabelText('Name')).not.toBeInTheDocument()
  expect(api.calls(checkSetup)).toEqual([{ token: 'secret' }])
})

test('when the check fails for another reason, the form is there', async () => {
  const api = setupApi()
  api.reject(getUser, 401, 'Not signed in')
  api.reject(checkSetup, 503, 'Service temporarily unavailable. Please try again.')
  renderAt('/setup#secret')
  expect(await screen.findByLabelText('Name')).toBeInTheDocument()
})

test('when the link is over meanwhile, the screen says so and keeps what was typed', async () => {
  const { api, user } = await open()
  await user.type(screen.getByLabelText('Name'), 'Harbour')
  await user.click(screen.getByRole('button', { name: 'Open Harbour' }))
  expect(await screen.findByText('Name is required.')).toBeInTheDocument()
  await user.type(screen.getByLabelText('Full Name'), 'Ada Lovelace')
  await user.type(screen.getByLabelText('Age'), '36')
  await user.selectOptions(screen.getByLabelText('Gender'), 'female')
  await user.selectOptions(screen.getByLabelText('Sexual Orientation'), 'gay')
  await user.type(screen.getByLabelText('Username'), 'keeper')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  api.reject(setUp, 404, { code: 'SETUP_OVER', message: 'This link has been used or has expired' })
  await user.click(screen.getByRole('button', { name: 'Open Harbour' }))
  expect(await screen.findByText('This link has been used or has expired')).toBeInTheDocument()
  expect(screen.getByLabelText('Name')).toHaveValue('Harbour')
})

test('when the link is not whole, the screen asks for all of it', async () => {
  await open('/setup')
  expect(screen.getByText(/open the whole link/)).toBeInTheDocument()
})

test('with several languages the keeper chooses one (10.community.setup)', async () => {
  const api = setupApi()
  render(
    <QueryClientProvider client={openPage()}>
      <SetupForm token="secret" />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  expect(screen.getByLabelText('Language')).toHaveValue('en')
  await user.selectOptions(screen.getByLabelText('Language'), 'Deutsch')
  await fillIn(user)
  api.respond(setUp, { ...ada, role: 'admin' })
  await user.click(screen.getByRole('button', { name: 'Open Harbour' }))
  await waitFor(() => expect(api.calls(setUp)).toMatchObject([{ language: 'de', name: 'Harbour' }]))
})

async function fillIn(user: UserEvent): Promise<void> {
  await user.type(screen.getByLabelText('Name'), 'Harbour')
  await user.type(screen.getByLabelText('Full Name'), 'Ada Lovelace')
  await user.type(screen.getByLabelText('Age'), '36')
  await user.selectOptions(screen.getByLabelText('Gender'), 'female')
  await user.selectOptions(screen.getByLabelText('Sexual Orientation'), 'gay')
  await user.type(screen.getByLabelText('Username'), 'keeper')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
}
