import { screen, waitFor, within } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import { getDashboard } from '@zing/proto/http/staff/dashboard'
import { getSettings } from '@zing/proto/http/staff/settings'
import { expect, test } from 'vitest'
import { versionedSettings } from '../../test/community.ts'
import { calmDashboard } from '../../test/dashboard.ts'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'

function adminApi() {
  const api = setupApi()
  api.respond(getUser, { ...ada, role: 'admin' })
  api.respond(getSettings, versionedSettings(1))
  return api
}

const fresh = { at: new Date().toISOString() }

test('what needs an act comes first, each with its link (10.dashboard.advice)', async () => {
  const workload = { ...fresh, reports: 3, openCases: 2, oldestCaseHours: 80, activeModerators: 0 }
  adminApi().respond(getDashboard, calmDashboard({ backup: null, workload }))
  renderAt('/admin')
  const list = within(await screen.findByRole('region', { name: 'To do' })).getAllByRole('listitem')
  expect(list.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Today:2 cases wait, and nobody has moderated for a week/),
    expect.stringMatching(/^Today:No backup is known/),
  ])
  expect(within(list[0] as HTMLElement).getByRole('link')).toHaveAttribute('href', '/moderation')
})

test('a calm community reads that all is well, and every number stands in a table', async () => {
  adminApi().respond(getDashboard, calmDashboard({ backup: fresh }))
  renderAt('/admin')
  expect(await screen.findByRole('region', { name: 'All is well' })).toBeInTheDocument()
  const funnel = within(screen.getByRole('table', { name: 'From sign-up to staying' })).getAllByRole('row')
  expect(funnel.map(({ textContent }) => textContent)).toEqual([
    'StepMembers',
    'Signed up420',
    'Have a photo340 81%',
    'Have liked someone250 60%',
    'Have a match140 33%',
    'Have written95 23%',
    'Talk with someone61 15%',
    'Still here after 7 days170 55%',
    'Still here after 28 days10 71%',
  ])
  expect(within(screen.getByRole('table', { name: 'Sign-ups by day' })).getAllByRole('row')).toHaveLength(29)
  expect(screen.getByRole('row', { name: /Women 26–34/ })).toHaveTextContent('Women 26–34110176')
})

test('a hidden group says so, and a part that is not there leaves the others', async () => {
  const { signUps } = calmDashboard()
  if (!signUps) throw new Error('no sign-ups')
  const few = {
    ...signUps,
    members: null,
    withPhoto: null,
    byDay: signUps.byDay.map((one) => ({ ...one, members: null })),
  }
  adminApi().respond(getDashboard, calmDashboard({ backup: fresh, signUps: few, meetings: null }))
  renderAt('/admin')
  expect(await screen.findByRole('row', { name: /Signed up/ })).toHaveTextContent('Signed upunder 10')
  expect(screen.getByText(/No day has ten sign-ups/)).toBeInTheDocument()
  expect(within(screen.getByRole('region', { name: 'Empty feeds' })).getByText(/Not counted yet/)).toBeInTheDocument()
})

test('another time asks for another window', async () => {
  const api = adminApi()
  api.respond(getDashboard, calmDashboard())
  const { user } = renderAt('/admin')
  await user.click(await screen.findByRole('tab', { name: '1 year' }))
  await waitFor(() => expect(api.calls(getDashboard)).toHaveLength(2))
})

test('a dashboard that cannot be loaded can be retried', async () => {
  const api = adminApi()
  api.reject(getDashboard, 503, 'Service temporarily unavailable. Please try again.')
  const { user } = renderAt('/admin')
  expect(await screen.findByText("Couldn't load the dashboard")).toBeInTheDocument()
  api.respond(getDashboard, calmDashboard())
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeInTheDocument()
})

test('for moderators and members there is no such screen', async () => {
  const api = setupApi()
  api.respond(getUser, { ...ada, role: 'moderator' })
  renderAt('/admin')
  expect(await screen.findByText(/page not found/i)).toBeInTheDocument()
  expect(api.calls(getDashboard)).toEqual([])
})
