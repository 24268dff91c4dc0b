import { screen, waitFor, within } from '@testing-library/react'
import { DEFAULT_SETTINGS, type Settings } from '@zing/proto/community/settings'
import { getUser } from '@zing/proto/http/auth'
import { getCommunity } from '@zing/proto/http/community'
import { listRoles } from '@zing/proto/http/staff/admin'
import { getDashboard } from '@zing/proto/http/staff/dashboard'
import { changeSettings, getSettings, listSettingsHistory, restoreSettings } from '@zing/proto/http/staff/settings'
import { expect, test } from 'vitest'
import { community, versionedSettings } from '../../test/community.ts'
import { calmDashboard } from '../../test/dashboard.ts'
import { mia } from '../../test/moderation-cases.ts'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'

const AT = '2026-01-02T10:00:00.000Z'

function adminApi(registration: Partial<Settings['registration']> = {}) {
  const api = setupApi()
  api.respond(getUser, { ...ada, role: 'admin' })
  api.respond(
    getSettings,
    versionedSettings(3, { registration: { ...DEFAULT_SETTINGS.registration, ...registration } }),
  )
  return api
}

test('an admin sets who may join, with a question (10.client.community.door)', async () => {
  const api = adminApi()
  const { user } = renderAt('/admin/door')
  const form = within(await screen.findByRole('region', { name: 'Who may join' }))
  expect(form.getByRole('radio', { name: 'Open' })).toBeChecked()
  await user.click(form.getByRole('radio', { name: 'With approval' }))
  await user.type(form.getByLabelText('Question for applicants'), 'Why?')
  api.respond(changeSettings, versionedSettings(4))
  await user.click(form.getByRole('button', { name: 'Save' }))
  const registration = { mode: 'approval', question: 'Why?' }
  await waitFor(() => expect(api.calls(changeSettings)).toEqual([{ version: 3, changes: { registration } }]))
})

test('when the door has turned to approval by itself, it says why and opens again by a tap (10.client.community.door)', async () => {
  const api = adminApi({ mode: 'approval', fallenBack: { reason: 'MANY_SIGN_UPS', at: AT } })
  api.respond(getDashboard, calmDashboard())
  const { user } = renderAt('/admin')
  const notice = within(await screen.findByRole('region', { name: 'New people now need approval' }))
  expect(notice.getByText(/far more people than usual were signing up/)).toBeInTheDocument()
  api.respond(changeSettings, versionedSettings(4))
  await user.click(notice.getByRole('button', { name: 'Open the door again' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'New people now need approval' })).toBeNull())
  expect(api.calls(changeSettings)).toEqual([{ version: 3, changes: { registration: { mode: 'open' } } }])
})

test('when the door has turned to approval by itself, every screen of an admin says so (10.client.community.door)', async () => {
  const api = adminApi({ mode: 'approval', fallenBack: { reason: 'NO_MODERATOR', at: AT } })
  api.respond(getCommunity, community({ registration: { mode: 'approval', reason: 'NO_MODERATOR' } }))
  const { user, path } = renderAt('/feed')
  await user.click(await screen.findByRole('link', { name: /^New people now need approval, since no moderator/ }))
  expect(path()).toBe('/admin/door')
  expect(await screen.findByRole('button', { name: 'Open the door again' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /^New people now need approval/ })).toBeNull()
})

test('a member and a moderator do not see why the door has closed', async () => {
  const api = adminApi()
  api.respond(getUser, { ...ada, role: 'moderator' })
  api.respond(getCommunity, community({ registration: { mode: 'approval', reason: 'NO_MODERATOR' } }))
  renderAt('/feed')
  await screen.findByText('No users found')
  expect(screen.queryByText('New people now need approval')).toBeNull()
})

test('the history says who changed what, and leads back (10.client.community.settings)', async () => {
  const api = adminApi()
  const changes = [
    { path: 'name', from: 'Zing', to: 'Bees' },
    { path: 'features.push', from: true, to: false },
    { path: 'registration.quota', from: null, to: 20 },
    { path: 'rules', from: [], to: [{ title: { en: 'Be kind' }, text: '' }] },
    { path: 'terms', from: { url: null, text: null }, to: { url: 'https://a.example/', text: null } },
  ]
  const fallenBack = { path: 'registration.fallenBack', from: null, to: { reason: 'QUEUE_OVERDUE', at: AT } }
  api.respond(listSettingsHistory, [
    { version: 3, at: AT, author: null, changes: [fallenBack] },
    { version: 2, at: AT, author: mia, changes },
    { version: 1, at: AT, author: null, changes: [{ path: 'name', from: 'Zing', to: 'Harbour' }] },
  ])
  const { user } = renderAt('/admin/history')
  await screen.findByText('Mia')
  const list = within(screen.getByRole('main'))
  const [newest, , setup, first] = list.getAllByRole('listitem').filter((one) => one.parentElement?.tagName === 'OL')
  expect(newest).toHaveTextContent(/^By itself · 2 January 2026.*Version 3Turned to approval by itself: nothing/)
  expect(setup).toHaveTextContent(/^First setup · .*Version 1Name: ZingHarbour/)
  expect(newest).not.toHaveTextContent('Undo back to here') // it is in force
  for (const words of ['Name: ZingBees', /Notifications outside the app: onoff/, /New members a day: No limit20/])
    expect(list.getByText('Mia').closest('li')).toHaveTextContent(words)
  for (const words of ['Rules: noneBe kind', 'Terms of service: nothinghttps://a.example/'])
    expect(list.getByText('Mia').closest('li')).toHaveTextContent(words)
  expect(first).toHaveTextContent('As it was at first')

  await user.click(list.getByRole('button', { name: 'Undo back to here: version 2' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Undo back to version 2?' }))
  api.respond(restoreSettings, versionedSettings(3))
  await user.click(dialog.getByRole('button', { name: 'Undo back to here' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(api.calls(restoreSettings)).toHaveLength(1)
  await waitFor(() => expect(api.calls(listSettingsHistory)).toHaveLength(2))
})

test('an admin manages roles without the PIN (10.client.community.settings)', async () => {
  const api = adminApi()
  api.respond(listRoles, [{ userId: 9, username: 'mia', name: 'Mia', role: 'moderator' }])
  const { user } = renderAt('/preferences')
  await user.click(await screen.findByRole('link', { name: 'Community' }))
  await user.click(await screen.findByRole('link', { name: 'Roles' }))
  expect(await screen.findByRole('button', { name: 'Withdraw the role of Mia' })).toBeInTheDocument()
})
