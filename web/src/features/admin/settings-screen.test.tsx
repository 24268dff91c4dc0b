import { screen, waitFor, within } from '@testing-library/react'
import { DEFAULT_SETTINGS } from '@zing/proto/community/settings'
import { DEFAULT_COMMUNITY } from '@zing/proto/community/shell'
import { confirmPassword } from '@zing/proto/http/account'
import { getUser } from '@zing/proto/http/auth'
import { changeSettings, getSettings, putLogo } from '@zing/proto/http/staff/settings'
import { expect, onTestFinished, test } from 'vitest'
import { communityStore } from '../../lib/state/community.ts'
import { versionedSettings } from '../../test/community.ts'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'

const RULES = [
  { title: 'Be kind', text: '' },
  { title: 'Be real', text: '' },
]

async function open(more: Parameters<typeof versionedSettings>[1] = {}) {
  const api = setupApi()
  api.respond(getUser, { ...ada, role: 'admin' })
  api.respond(getSettings, versionedSettings(3, more))
  const view = renderAt('/admin/settings')
  await screen.findByRole('heading', { name: 'Settings' })
  return { api, ...view }
}

const section = (name: string) => within(screen.getByRole('region', { name }))

test('when an admin changes settings, only what changed is sent (10.client.community.settings)', async () => {
  const { api, user } = await open()
  const form = section('Community')
  expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
  await user.clear(form.getByLabelText('Name'))
  await user.type(form.getByLabelText('Name'), 'Bees')
  await user.type(form.getByLabelText('Tagline'), 'x')
  await user.clear(form.getByLabelText('Tagline')) // as before: not a change
  api.respond(changeSettings, versionedSettings(4, { name: 'Bees' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText('Saved'))[0]).toBeInTheDocument()
  expect(api.calls(changeSettings)).toEqual([{ version: 3, changes: { name: 'Bees' } }])
  expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('a saved change shows on the page of the admin at once (10.client.community.settings)', async () => {
  const { api, user } = await open()
  onTestFinished(() => communityStore.set(DEFAULT_COMMUNITY))
  const form = section('Community')
  await user.type(form.getByLabelText('Name'), '!')
  api.respond(changeSettings, versionedSettings(4, { name: 'Zing!', tagline: 'Hello' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(communityStore.get()).toEqual({ ...DEFAULT_COMMUNITY, name: 'Zing!', tagline: 'Hello' }))
})

test('an empty number is no limit, and another text is refused at its field (10.client.community.settings)', async () => {
  const { api, user } = await open()
  const form = section('Limits of new accounts')
  const likes = form.getByLabelText('Likes a day, new accounts')
  await user.clear(likes)
  await user.type(likes, 'many')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(likes).toHaveFocus())
  expect(likes).toHaveAccessibleDescription(/Please enter a whole number/)
  await user.clear(likes)
  api.respond(changeSettings, versionedSettings(4))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(api.calls(changeSettings)).toEqual([{ version: 3, changes: { trust: { new: { likes: null } } } }]),
  )
})

test('an admin turns verification and warnings on, within limits (10.client.community.settings)', async () => {
  const { api, user } = await open()
  const form = section('Real people')
  await user.click(form.getByRole('radio', { name: 'Before the first like' }))
  const from = form.getByLabelText('Warn before nakedness from')
  await user.type(from, '10')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(from).toHaveAccessibleDescription(/Please enter a whole number from 30 to 99/))
  await user.clear(from)
  await user.type(from, '80')
  api.respond(changeSettings, versionedSettings(4))
  await user.click(form.getByRole('button', { name: 'Save' }))
  const people = { verification: 'required', nakednessFrom: 80 }
  await waitFor(() => expect(api.calls(changeSettings)).toEqual([{ version: 3, changes: { people } }]))
})

test('when the server refuses a value, its words are at the field that it names (10.client.community.settings)', async () => {
  const { api, user } = await open()
  api.reject(changeSettings, 400, 'feedback: Must be an https or mailto address')
  const form = section('Contact and age')
  await user.type(form.getByLabelText('Feedback link'), 'https://example.org/')
  await user.click(form.getByRole('button', { name: 'Save' }))
  const field = form.getByLabelText('Feedback link')
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Must be an https or mailto address/))
  expect(field).toHaveFocus()
})

test('when the server wants the password again, the change is made after it (10.client.community.settings)', async () => {
  const { api, user } = await open()
  api.reject(changeSettings, 403, { message: 'Please enter your password again', code: 'CONFIRM' })
  api.respond(confirmPassword, undefined)
  const form = section('Features')
  await user.click(form.getByRole('switch', { name: 'Who is online' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  const dialog = within(await screen.findByRole('dialog', { name: "Confirm it's you" }))
  await user.type(dialog.getByLabelText('Password'), 'correct horse')
  api.respond(changeSettings, versionedSettings(4))
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const change = { version: 3, changes: { features: { presence: false } } }
  await waitFor(() => expect(api.calls(changeSettings)).toEqual([change, change]))
})

test('when another admin was faster, the admin sees their change and chooses (10.client.community.settings)', async () => {
  const { api, user } = await open()
  const conflict = {
    message: 'Someone else has changed the settings. Please look again.',
    code: 'SETTINGS_CHANGED',
    version: 5,
    changes: [{ path: 'name', from: 'Zing', to: 'Wasps' }],
  }
  api.reject(changeSettings, 409, conflict)
  const form = section('Community')
  await user.type(form.getByLabelText('Tagline'), 'Hello')
  await user.click(form.getByRole('button', { name: 'Save' }))
  let dialog = within(await screen.findByRole('alertdialog', { name: 'Someone was faster' }))
  expect(dialog.getByRole('listitem')).toHaveTextContent('Name: ZingWasps')
  api.respond(changeSettings, versionedSettings(6, { name: 'Wasps', tagline: 'Hello' }))
  await user.click(dialog.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(api.calls(changeSettings).at(-1)).toEqual({ version: 5, changes: { tagline: 'Hello' } })
  await waitFor(() => expect(form.getByLabelText('Name')).toHaveValue('Wasps'))

  api.reject(changeSettings, 409, {
    ...conflict,
    version: 7,
    changes: [{ path: 'tagline', from: 'Hello', to: 'Buzz' }],
  })
  await user.type(form.getByLabelText('Tagline'), '!')
  await user.click(form.getByRole('button', { name: 'Save' }))
  dialog = within(await screen.findByRole('alertdialog', { name: 'Someone was faster' }))
  api.respond(getSettings, versionedSettings(7, { tagline: 'Buzz' }))
  await user.click(dialog.getByRole('button', { name: 'Use theirs' }))
  await waitFor(() => expect(form.getByLabelText('Tagline')).toHaveValue('Buzz'))
  expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('rules are added, moved and removed by keyboard, and the focus follows (10.client.community.settings)', async () => {
  const { api, user } = await open({ rules: RULES })
  const form = section('Rules')
  form.getByRole('button', { name: 'Move rule 2 up' }).focus()
  await user.keyboard('{Enter}')
  expect(form.getByLabelText('Title of rule 1')).toHaveValue('Be real')
  expect(form.getByRole('button', { name: 'Move rule 1 down' })).toHaveFocus()
  await user.click(form.getByRole('button', { name: 'Add a rule' }))
  expect(form.getByLabelText('Title of rule 3')).toHaveFocus()
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Rule 3: A rule needs a title')).toBeInTheDocument()
  expect(form.getByLabelText('Title of rule 3')).toHaveFocus()
  await user.keyboard('No ads')
  await user.click(form.getByRole('button', { name: 'Remove rule 2' }))
  expect(form.getByLabelText('Title of rule 1')).toHaveFocus()
  api.respond(changeSettings, versionedSettings(4))
  await user.click(form.getByRole('button', { name: 'Save' }))
  const rules = [RULES[1], { title: 'No ads', text: '' }]
  await waitFor(() => expect(api.calls(changeSettings)).toEqual([{ version: 3, changes: { rules } }]))
})

test('terms are a link or a text (10.client.community.settings)', async () => {
  const { api, user } = await open()
  const form = section('Terms and privacy')
  const terms = within(form.getByRole('group', { name: 'Terms of service' }))
  await user.click(terms.getByRole('radio', { name: 'A link' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  const link = form.getByLabelText('Link to the terms of service')
  await waitFor(() => expect(link).toHaveAccessibleDescription('Must be an https or mailto address'))
  await user.click(terms.getByRole('radio', { name: 'A text' }))
  await user.type(form.getByLabelText('Text of the terms of service'), 'Be nice.')
  api.respond(changeSettings, versionedSettings(4))
  await user.click(form.getByRole('button', { name: 'Save' }))
  const change = { version: 3, changes: { terms: { url: null, text: 'Be nice.' } } }
  await waitFor(() => expect(api.calls(changeSettings)).toEqual([change]))
})

test('a logo is uploaded as its file, and removed (10.client.community.settings)', async () => {
  const { api, user } = await open()
  api.respond(putLogo, versionedSettings(4, { logo: 1 }))
  const file = new File(['x'], 'bee.png', { type: 'image/png' })
  await user.upload(screen.getByLabelText('Logo file'), file)
  expect(await screen.findByRole('img', { name: 'The logo' })).toHaveAttribute('src', '/api/community/logo/1')
  expect(api.calls(putLogo)).toEqual([file])
  api.respond(changeSettings, versionedSettings(5))
  await user.click(screen.getByRole('button', { name: 'Remove it' }))
  await waitFor(() => expect(screen.queryByRole('img', { name: 'The logo' })).toBeNull())
  expect(api.calls(changeSettings)).toEqual([{ version: 4, changes: { logo: null } }])
})

test('the accent is shown in both themes while it is chosen (10.client.community.settings)', async () => {
  const { user } = await open()
  const colour = screen.getByLabelText('Accent colour')
  expect(colour).toHaveValue(DEFAULT_SETTINGS.accent)
  await user.clear(colour)
  await user.type(colour, '#0060df')
  const previews = screen.getAllByRole('figure')
  expect(previews.map((one) => one.style.getPropertyValue('--color-zing'))).toEqual([
    '#0060df',
    expect.stringMatching(/^#(?!0060df)/), // lighter on dark
  ])
})

test('when a member asks for a screen of admins, there is no such screen (10.client.community.settings)', async () => {
  setupApi()
  renderAt('/admin/settings')
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeInTheDocument()
})
