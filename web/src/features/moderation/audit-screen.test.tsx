import { screen, waitFor, within } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import { listAudit } from '@zing/proto/http/staff/moderation'
import type { AuditEntry } from '@zing/proto/moderation/audit-log'
import { expect, test } from 'vitest'
import { ben, mia } from '../../test/moderation-cases.ts'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'

function entry(seq: number, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    seq,
    at: '2026-01-02T10:00:00.000Z',
    actor: mia,
    action: 'case.decided',
    caseId: 7,
    user: ben,
    details: { action: 'suspend', days: '7' },
    hash: `${'b'.repeat(11)}${seq}cdef`,
    ...more,
  }
}

function adminApi() {
  const api = setupApi()
  api.respond(getUser, { ...ada, role: 'admin' })
  return api
}

test('the audit log says who did what, when and about whom', async () => {
  adminApi().respond(listAudit, [
    entry(2),
    entry(1, { actor: null, action: 'role.changed', caseId: null, details: {} }),
    entry(0, { actor: null, action: 'report.created', details: {} }),
    entry(3, { actor: null, action: 'evidence.deleted', details: {} }),
    entry(4, {
      action: 'settings.changed',
      user: null,
      caseId: null,
      details: { version: '3', changed: 'name, terms.url, terms.version' },
    }),
  ])
  renderAt('/moderation/audit')
  await screen.findByText('Role changed')
  const [decided, changed, reported, deleted, settings] = within(screen.getByRole('main')).getAllByRole('listitem')
  expect(decided).toHaveTextContent(
    /^Case decidedMia · about BenDecisionSuspendLength7 days2 January 2026.*DetailsEntry: b{11}2cdefCase 7$/,
  )
  expect(changed).toHaveTextContent(/^Role changedOperator · about Ben2 January 2026/)
  expect(reported).toHaveTextContent(/^Report madeThe system · about Ben/)
  expect(settings).toHaveTextContent(/^Settings changedMiaVersion3ChangedName, Terms of service2 January 2026/)
  expect(deleted).toHaveTextContent(/^Expired evidence deletedThe system · about Ben/)
  expect(screen.getAllByRole('link', { name: 'Case 7' })[0]).toHaveAttribute('href', '/moderation/cases/7')
})

test('every detail of an entry is in words, and one of an earlier version is as stored', async () => {
  adminApi().respond(listAudit, [
    entry(1, { details: { category: 'ban-evasion', sign: 'photo', evidence: 'e'.repeat(64) } }),
    entry(2, { details: { from: 'member', to: 'moderator' } }),
    entry(3, { details: { from: 'refused', messageIds: '4,5', reporterId: '9' } }),
    entry(4, { details: { reason: 'false-report', users: '3', height: 'tall' } }),
  ])
  renderAt('/moderation/audit')
  await screen.findByText('Possibly a banned member')
  const entries = within(screen.getByRole('main')).getAllByRole('listitem')
  const facts = entries.map((one) =>
    within(one)
      .getAllByRole('definition')
      .map((fact) => fact.textContent),
  )
  expect(facts).toEqual([
    ['Possibly a banned member', 'Banned photo'],
    ['Member', 'moderator'],
    ['Refused', '4, 5', 'Member 9'],
    ['The report was false', '3', 'tall'],
  ])
  expect(screen.getByText(/^Evidence: e{64}/)).toBeInTheDocument()
  expect(screen.getByText('height')).toBeInTheDocument()
})

test('further entries are fetched on request', async () => {
  const api = adminApi()
  const respond = api.hold(listAudit, [entry(2)], { link: '</api/moderation/audit?cursor=2>; rel="next"' })
  const { user } = renderAt('/moderation/audit')
  await waitFor(() => expect(api.calls(listAudit)).toHaveLength(1))
  api.respond(listAudit, [entry(1)])
  respond()
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText(/b{11}1/)).toBeInTheDocument()
  expect(screen.getByText(/b{11}2/)).toBeInTheDocument()
})

test('an empty log says so; a log that cannot be loaded can be retried', async () => {
  const api = adminApi()
  api.reject(listAudit, 503, 'Service temporarily unavailable. Please try again.')
  const { user } = renderAt('/moderation/audit')
  expect(await screen.findByText("Couldn't load the audit log")).toBeInTheDocument()
  api.respond(listAudit, [])
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Nothing yet')).toBeInTheDocument()
})
