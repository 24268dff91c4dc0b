import { act, screen, waitFor, within } from '@testing-library/react'
import type { Role } from '@zing/proto/accounts/roles'
import { getUser } from '@zing/proto/http/auth'
import { claimCase, getCase, listAudit, listCases } from '@zing/proto/http/staff/moderation'
import { expect, test, vi } from 'vitest'
import { setShortcuts } from '../../lib/input/has-shortcuts.ts'
import { CASES_POLL_MS } from '../../lib/limits.ts'
import { shownToast } from '../../lib/state/toast-store.ts'
import { caseSummary, FAR_AWAY, mia, moderationCase } from '../../test/moderation-cases.ts'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'

const PAST = '2026-01-01T00:00:00.000Z'

function moderatorApi(role: Role = 'moderator') {
  const api = setupApi()
  api.respond(getUser, { ...ada, role })
  api.respond(listCases, [])
  return api
}

async function rows(): Promise<HTMLElement[]> {
  const queue = within(await screen.findByRole('tabpanel'))
  await queue.findByRole('list')
  return queue.getAllByRole('listitem')
}

test.each(['/moderation', '/moderation/cases/7', '/moderation/audit'])(
  '%s is not found for a member, and nothing is requested',
  async (path) => {
    const api = setupApi()
    renderAt(path)
    expect(await screen.findByText('404 Page Not Found')).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Zing')
    expect([listCases, getCase, listAudit].flatMap((endpoint) => api.calls(endpoint))).toEqual([])
  },
)

test('the audit log is not found for a moderator', async () => {
  moderatorApi()
  renderAt('/moderation/audit')
  expect(await screen.findByText('404 Page Not Found')).toBeInTheDocument()
})

test('only users with a role are led to the cases from their profile', async () => {
  moderatorApi()
  const { user } = renderAt('/preferences')
  await user.click(await screen.findByRole('link', { name: 'Moderation' }))
  expect(await screen.findByText('No open cases')).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Audit log' })).not.toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Moderation')
})

test('the queue says how many cases are due today', async () => {
  moderatorApi().respond(listCases, [caseSummary(1, { dueAt: PAST }), caseSummary(2)])
  renderAt('/moderation')
  expect(await screen.findByText('1 case due today')).toBeInTheDocument()
})

test('the queue shows severity, age, person, number of reports, and who has a case', async () => {
  moderatorApi('admin').respond(listCases, [
    caseSummary(1, { severity: 'critical', categories: ['underage', 'fake'], reportCount: 3, dueAt: PAST }),
    caseSummary(2, { kind: 'appeal', categories: [], claim: { userId: mia.id, name: 'Mia', until: FAR_AWAY } }),
    caseSummary(3, {
      user: { id: 8, name: null, username: null },
      claim: { userId: ada.id, name: 'Ada', until: FAR_AWAY },
      record: { reports: 4, upheld: 2, dismissed: 1, false: 1 },
    }),
  ])
  renderAt('/moderation')
  const [first, second, third] = await rows()
  expect(first).toHaveTextContent(
    'Severity: CriticalOverdue2 JanUnder 18 · Fake profile, or photos of someone elseAbout Ben · 3 reports',
  )
  expect(within(first as HTMLElement).getByRole('link')).toHaveAttribute('href', '/moderation/cases/1')
  expect(second).toHaveTextContent(/Appeal against a decision.*Mia has it$/)
  expect(second).not.toHaveTextContent('Overdue')
  expect(third).toHaveTextContent(/About Deleted member 8 · Reporter: 2 of 3 upheld, 1 falseYou have it$/)
  expect(screen.getByRole('link', { name: 'Audit log' })).toHaveAttribute('href', '/moderation/audit')
})

test('j and k move through the cases, Enter opens one, c takes it', async () => {
  const api = moderatorApi()
  api.respond(listCases, [caseSummary(1), caseSummary(2)])
  api.respond(claimCase, { userId: ada.id, name: 'Ada', until: FAR_AWAY })
  api.respond(getCase, moderationCase(2))
  const { user, path } = renderAt('/moderation')
  const [first, second] = (await rows()).map((row) => within(row).getByRole('link'))
  await user.keyboard('c')
  for (const [key, focused] of [
    ['j', first],
    ['j', second],
    ['j', second],
    ['k', first],
    ['k', first],
    ['j', second],
  ] as const) {
    await user.keyboard(key)
    expect(focused).toHaveFocus()
  }
  await user.keyboard('c')
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: 'You have taken the case' }))
  expect(api.calls(claimCase)).toHaveLength(1) // nothing had the focus at first
  expect(second).toHaveFocus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(path()).toBe('/moderation/cases/2'))
})

test('a case that another moderator has cannot be taken, and the queue says so', async () => {
  const api = moderatorApi()
  api.respond(listCases, [caseSummary(1)])
  api.reject(claimCase, 409, { message: 'Another moderator is working on this case', code: 'CASE_CLAIMED' })
  const { user } = renderAt('/moderation')
  await rows()
  await user.keyboard('jc')
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: "Couldn't take the case",
      text: 'Another moderator is working on this case',
      variant: 'destructive',
    }),
  )
})

test('? shows the keys, which can be turned off', async () => {
  moderatorApi().respond(listCases, [caseSummary(1)])
  const { user } = renderAt('/moderation')
  const [row] = await rows()
  const link = within(row as HTMLElement).getByRole('link')
  await user.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(dialog.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['j', 'k', 'Enter', 'c', '?'])
  await user.keyboard('j') // not while a dialog is open
  expect(link).not.toHaveFocus()
  await user.click(dialog.getByRole('checkbox', { name: 'Single-key shortcuts' }))
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await user.keyboard('j')
  expect(link).not.toHaveFocus()
  expect(localStorage.getItem('zing.shortcuts')).toBe('false')
  act(() => setShortcuts(true))
  await user.keyboard('j')
  expect(link).toHaveFocus()
})

test('decided cases have a tab of their own, which Back does not close', async () => {
  const api = moderatorApi()
  const { user } = renderAt('/moderation')
  await screen.findByText('No open cases')
  api.respond(listCases, [caseSummary(5, { status: 'closed', closedAt: PAST })])
  await user.click(screen.getByRole('tab', { name: 'Decided' }))
  expect(await rows()).toHaveLength(1)
  expect(window.location.search).toBe('?status=closed')
})

test('further cases are fetched on request, and a case that has moved is listed once', async () => {
  const api = moderatorApi()
  const respond = api.hold(listCases, [caseSummary(1), caseSummary(2)], {
    link: '</api/moderation/cases?cursor=a>; rel="next"',
  })
  const { user } = renderAt('/moderation')
  await waitFor(() => expect(api.calls(listCases)).toHaveLength(1))
  api.respond(listCases, [caseSummary(2), caseSummary(3)])
  respond()
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  await waitFor(async () => expect(await rows()).toHaveLength(3))
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
})

test('the queue is polled, so that a moderator sees what others take', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const api = moderatorApi()
  api.respond(listCases, [caseSummary(1)])
  renderAt('/moderation')
  await rows()
  api.respond(listCases, [caseSummary(1, { claim: { userId: mia.id, name: 'Mia', until: FAR_AWAY } })])
  expect(screen.queryByText(/has it/)).not.toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(CASES_POLL_MS))
  expect(screen.getByText(/has it/)).toHaveTextContent('Mia has it')
})

test('cases that cannot be loaded say why and can be tried again', async () => {
  const api = moderatorApi()
  api.reject(listCases, 503, 'Service temporarily unavailable. Please try again.')
  const { user } = renderAt('/moderation')
  expect(await screen.findByText("Couldn't load cases")).toBeInTheDocument()
  api.respond(listCases, [caseSummary(1)])
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await rows()).toHaveLength(1)
})

test('the screens of a moderator go when the role has been withdrawn', async () => {
  const api = moderatorApi()
  const { user } = renderAt('/moderation')
  await screen.findByText('No open cases')
  api.reject(listCases, 403, 'Not allowed')
  api.respond(getUser, ada)
  await user.click(screen.getByRole('tab', { name: 'Decided' }))
  expect(await screen.findByText('404 Page Not Found')).toBeInTheDocument()
})
