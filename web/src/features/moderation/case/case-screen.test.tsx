import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import {
  addCaseNote,
  claimCase,
  decideCase,
  dismissReports,
  getCase,
  listCases,
  releaseCase,
  undoDecision,
} from '@zing/proto/http/staff/moderation'
import type { ModerationCase } from '@zing/proto/moderation/cases'
import { expect, onTestFinished, test, vi } from 'vitest'
import { HELD_CASE_POLL_MS } from '../../../lib/limits.ts'
import { shownToast } from '../../../lib/state/toast-store.ts'
import {
  ben,
  caseReport,
  decision,
  evidenceMessage,
  FAR_AWAY,
  mia,
  moderationCase,
  uma,
} from '../../../test/moderation-cases.ts'
import { ada, renderAt, setupApi } from '../../../test/render-at.tsx'
import { tapTwice } from '../../../test/tap-twice.ts'

const MINE = { userId: ada.id, name: 'Ada', until: FAR_AWAY }

function caseApi(more: Partial<ModerationCase> = {}) {
  const api = setupApi()
  api.respond(getUser, { ...ada, role: 'moderator' })
  api.respond(listCases, [])
  api.respond(getCase, moderationCase(7, more))
  return api
}

async function open() {
  const view = renderAt('/moderation/cases/7')
  await screen.findByRole('heading', { name: 'Ben' })
  return view
}

const part = (name: string) => within(screen.getByRole('region', { name }))

test('the profile at the time of the report has the place that its card showed (10.client.place.labels)', async () => {
  const report = caseReport(1)
  const profile = {
    ...report.evidence.profile,
    place: { id: '2267057', name: 'Lisbon', kind: 'town' as const, isVisiting: true },
  }
  caseApi({ reports: [{ ...report, evidence: { ...report.evidence, profile } }] })
  await open()
  const stored = screen.getByRole('heading', { name: 'Profile at that time' }).parentElement
  expect(stored).toHaveTextContent('PlaceVisiting Lisbon (Town)')
})

test('a case shows its user, the reports and the evidence; the hash is behind Details (10.client.moderation.1)', async () => {
  const marked = evidenceMessage(2, 'You are nothing', { isMarked: true })
  const media = (kind: 'photo' | 'voice') => ({ isMarked: true, media: { kind, path: `/api/moderation/${kind}` } })
  const report = caseReport(1)
  caseApi({
    categories: ['threats', 'harassment'],
    reports: [
      {
        ...report,
        evidence: {
          ...report.evidence,
          messages: [
            evidenceMessage(1, 'Hello', { senderId: uma.id }),
            marked,
            evidenceMessage(3, '', media('photo')),
            evidenceMessage(4, '', media('voice')),
            evidenceMessage(5, 'The sea', { kind: 'photo' }),
            evidenceMessage(6, '', { kind: 'voice' }),
          ],
        },
      },
    ],
  })
  const { user } = await open()
  expect(screen.getByRole('main')).toHaveTextContent('MediumThreats or violence · Insults or harassmentCase 7 · @ben')
  const reported = part('Report')
  expect(reported.getByText('He went on and on')).toBeInTheDocument()
  expect(reported.getByText('3 reports: 2 upheld, 1 dismissed')).toBeInTheDocument()
  expect(reported.getByText('Ben then')).toBeInTheDocument()
  const seal = reported.getByText(`Sealed: ${'a'.repeat(64)}`)
  expect(seal).not.toBeVisible()
  await user.click(reported.getByText('Details'))
  expect(seal).toBeVisible()
  const lines = within(reported.getByRole('region', { name: 'Messages' })).getAllByRole('listitem')
  expect(lines[0]).toHaveTextContent(/^Uma.*Hello$/)
  expect(lines[1]).toHaveTextContent(/^Ben.*MarkedYou are nothing$/)
  expect(lines[0]).not.toHaveTextContent('Marked')
  expect(lines[4]).toHaveTextContent(/^Ben.*Photo: The sea$/)
  expect(lines[5]).toHaveTextContent(/^Ben.*Voice message$/)
  const sent = reported.getByRole('img', { name: 'Sent by Ben' })
  expect(sent).toHaveAttribute('src', '/api/moderation/photo')
  expect(sent).toHaveClass('blur-xl')
  await user.click(within(lines[2] as HTMLElement).getByRole('button', { name: 'Show the photo' }))
  expect(sent).not.toHaveClass('blur-xl')
  const voice = reported.getByLabelText('Voice message from Ben')
  expect(voice).toHaveAttribute('src', '/api/moderation/voice')
  expect(voice).toHaveAttribute('controlslist', expect.stringContaining('nodownload'))

  const photo = reported.getByRole('img', { name: 'Reported profile of Ben then' })
  expect(photo).toHaveAttribute('src', '/api/moderation/cases/7/photos/1')
  expect(photo).toHaveClass('blur-xl')
  await user.click(reported.getByRole('button', { name: 'Show the photo', pressed: false }))
  expect(photo).not.toHaveClass('blur-xl')
})

test('a report of the system says why, and leads to the case of the ban while that is kept', async () => {
  const system = { reporter: { id: 0, name: null, username: null }, category: 'ban-evasion', text: null } as const
  caseApi({
    categories: ['ban-evasion'],
    reports: [
      caseReport(1, { ...system, match: { sign: 'photo', caseId: 3 } }),
      caseReport(2, { ...system, match: { sign: 'username', caseId: null } }),
      caseReport(3, { ...system, category: 'scam' }), // of rejected messages
    ],
  })
  await open()
  const first = part('Report 1 of 3')
  expect(first.getByText('Possibly a banned member')).toBeInTheDocument()
  expect(first.getByText(/^By the system/)).toBeInTheDocument()
  expect(first.getByText(/A photo looks like one of a banned member's/)).toBeInTheDocument()
  expect(first.getByRole('link', { name: "See the ban's case" })).toHaveAttribute('href', '/moderation/cases/3')
  const third = part('Report 3 of 3')
  expect(third.getByText(/^By the system/)).toBeInTheDocument()
  expect(third.queryByText(/reports?:|First report/)).not.toBeInTheDocument() // it has no record
  const second = part('Report 2 of 3')
  expect(second.getByText(/The ban's case is no longer kept/)).toBeInTheDocument()
  expect(second.queryByRole('link')).not.toBeInTheDocument()
})

test('several reports are numbered, and other cases about the user are linked', async () => {
  caseApi({
    reports: [caseReport(1), caseReport(2, { reporter: { id: 5, name: null, username: null }, text: null })],
    history: [
      {
        id: 3,
        kind: 'report',
        openedAt: '2026-01-01T00:00:00.000Z',
        categories: ['scam'],
        decisions: [decision({ action: 'warn', days: null, until: null })],
      },
      { id: 4, kind: 'appeal', openedAt: '2026-01-01T00:00:00.000Z', categories: [], decisions: [] },
    ],
  })
  await open()
  expect(screen.getByRole('region', { name: 'Report 1 of 2' })).toHaveTextContent('By Uma')
  expect(screen.getByRole('region', { name: 'Report 2 of 2' })).toHaveTextContent('By Deleted member 5')
  const [warned, appealed] = part('Other cases about this member').getAllByRole('link')
  expect(warned).toHaveTextContent(/^Scam, spam or selling something.*Warned$/)
  expect(warned).toHaveAttribute('href', '/moderation/cases/3')
  expect(appealed).toHaveTextContent(/^Appeal against a decision.*Open$/)
})

test('a case is taken once, which opens the decision, and given back', async () => {
  const api = caseApi()
  api.respond(claimCase, MINE)
  api.respond(releaseCase, undefined)
  const { user } = await open()
  expect(screen.queryByRole('region', { name: 'Your decision' })).not.toBeInTheDocument()
  tapTwice(screen.getByRole('button', { name: 'Take this case' }))
  expect(await screen.findByText(/You have this case until/)).toBeInTheDocument()
  expect(api.calls(claimCase)).toHaveLength(1)
  expect(screen.getByRole('region', { name: 'Your decision' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Keep it longer' }))
  await waitFor(() => expect(api.calls(claimCase)).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Give it back' }))
  expect(await screen.findByRole('button', { name: 'Take this case' })).toBeInTheDocument()
  expect(api.calls(releaseCase)).toHaveLength(1)
  expect(screen.queryByRole('region', { name: 'Your decision' })).not.toBeInTheDocument()
})

test('a case of another moderator says until when, and can be taken after that', async () => {
  caseApi({ claim: { userId: mia.id, name: 'Mia', until: new Date(Date.now() + 600_000).toISOString() } })
  await open()
  expect(screen.getByText(/has this case until/)).toHaveTextContent(/^Mia has this case until \d\d:\d\d\.$/)
  expect(screen.queryByRole('button', { name: 'Take this case' })).not.toBeInTheDocument()
})

test('a claim that has ended meanwhile leaves the case free', async () => {
  caseApi({ claim: { userId: mia.id, name: 'Mia', until: new Date(Date.now() + 50).toISOString() } })
  await open()
  expect(await screen.findByRole('button', { name: 'Take this case' })).toBeInTheDocument()
  expect(screen.queryByText(/has this case until/)).not.toBeInTheDocument()
})

const TAKEN = { userId: mia.id, name: 'Mia', until: new Date(Date.now() + 10 * 60_000).toISOString() }

test('an admin ends the claim of another moderator', async () => {
  const api = caseApi({ claim: TAKEN })
  api.respond(getUser, { ...ada, role: 'admin' })
  api.respond(releaseCase, undefined)
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'End this claim' }))
  expect(await screen.findByRole('button', { name: 'Take this case' })).toBeInTheDocument()
  expect(api.calls(releaseCase)).toHaveLength(1)
})

test('a moderator does not end the claim of another one', async () => {
  caseApi({ claim: TAKEN })
  await open()
  expect(screen.queryByRole('button', { name: 'End this claim' })).not.toBeInTheDocument()
})

test.each([
  ['own-case', "You're part of this case or connected to this member, so another moderator decides."],
  ['own-decision', 'You made the decision that was appealed, so another moderator decides.'],
  ['needs-admin', 'Only an admin can decide about a member with a role.'],
] as const)('a case that the moderator may not decide (%s) says why', async (refusal, text) => {
  const api = caseApi({ refusal })
  const { user } = await open()
  expect(screen.getByText(text)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Take this case' })).not.toBeInTheDocument()
  await user.keyboard('c')
  expect(api.calls(claimCase)).toEqual([])
})

test('the keys of a case take it, lead to the decision and the notes, and back to the queue', async () => {
  const api = caseApi()
  api.respond(claimCase, MINE)
  const { user, path } = await open()
  await user.keyboard('c')
  await screen.findByText(/You have this case until/)
  await user.keyboard('d')
  expect(screen.getByRole('radio', { name: 'Dismiss' })).toHaveFocus()
  await user.keyboard('n')
  const note = screen.getByLabelText('New note')
  expect(note).toHaveFocus()
  await user.keyboard('cut') // typed, not obeyed
  expect(note).toHaveValue('cut')
  await user.click(screen.getByRole('heading', { name: 'Ben' }))
  await user.keyboard('u')
  await waitFor(() => expect(path()).toBe('/moderation'))
  expect(api.calls(claimCase)).toHaveLength(1)
})

test('a dismissal needs a reason of its own and sends no words', async () => {
  const api = caseApi({ claim: MINE })
  api.respond(decideCase, decision({ action: 'dismiss' }))
  const { user, path } = await open()
  const form = part('Your decision')
  await user.click(form.getByRole('button', { name: 'Decide' }))
  expect(await form.findByText('Please choose what happens')).toBeInTheDocument()
  await user.click(form.getByRole('radio', { name: 'Dismiss' }))
  expect(form.queryByLabelText('Message to the member (optional)')).not.toBeInTheDocument()
  await user.click(form.getByRole('button', { name: 'Dismiss' }))
  expect(await form.findByText('Please choose a reason')).toBeInTheDocument()
  expect(api.calls(decideCase)).toEqual([])
  await user.selectOptions(form.getByLabelText('Reason'), 'No rule was broken')
  tapTwice(form.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(path()).toBe('/moderation'))
  expect(api.calls(decideCase)).toEqual([{ action: 'dismiss', reason: 'no-violation', reportIds: [1] }])
  expect(shownToast.get()).toMatchObject({ title: 'Case 7 is decided' })
})

test('a suspension starts with the reported reason, is confirmed, and takes days and words (10.client.moderation.2)', async () => {
  const api = caseApi({ claim: MINE })
  api.respond(decideCase, decision())
  const { user, path } = await open()
  const form = part('Your decision')
  await user.click(form.getByRole('radio', { name: 'Suspend' }))
  expect(form.getByLabelText('Reason')).toHaveDisplayValue('Insults or harassment')
  await user.selectOptions(form.getByLabelText('How long?'), '14 days')
  await user.type(form.getByLabelText('Message to the member (optional)'), 'Please stop')
  await user.click(form.getByRole('button', { name: 'Suspend for 14 days' }))
  const asked = within(await screen.findByRole('alertdialog', { name: 'Suspend for 14 days?' }))
  expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
    /^Reason: Insults or harassment\. Ben is logged out/,
  )
  await user.click(asked.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(api.calls(decideCase)).toEqual([])
  await user.click(form.getByRole('button', { name: 'Suspend for 14 days' }))
  tapTwice(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Yes, do it' }))
  await waitFor(() => expect(path()).toBe('/moderation'))
  expect(api.calls(decideCase)).toEqual([
    { action: 'suspend', reason: 'harassment', text: 'Please stop', days: 14, reportIds: [1] },
  ])
})

test('a reason is kept while it fits the action; the fields of another action are not sent', async () => {
  const api = caseApi({ claim: MINE })
  api.respond(decideCase, decision({ action: 'remove-text' }))
  const { user } = await open()
  const form = part('Your decision')
  const choose = (name: string) => user.click(form.getByRole('radio', { name }))
  await choose('Suspend')
  await user.selectOptions(form.getByLabelText('Reason'), 'Under 18')
  await choose('Warn')
  expect(form.getByLabelText('Reason')).toHaveDisplayValue('Under 18')
  await choose('Dismiss')
  expect(form.getByLabelText('Reason')).toHaveDisplayValue('Select')
  await user.selectOptions(form.getByLabelText('Reason'), 'The report was false')
  await choose('Remove a text')
  expect(form.getByLabelText('Reason')).toHaveDisplayValue('Insults or harassment')
  await user.selectOptions(form.getByLabelText('Which text?'), 'Orientation')
  await user.click(form.getByRole('button', { name: 'Remove a text' }))
  await waitFor(() =>
    expect(api.calls(decideCase)).toEqual([
      { action: 'remove-text', reason: 'harassment', field: 'orientation', reportIds: [1] },
    ]),
  )
})

test('evidence shows the story and all photos, and one of them can be removed', async () => {
  const report = caseReport(1)
  const photos = ['12', '31'].map((id) => ({ id, path: `/api/moderation/cases/7/photos/1?photo=${id}` }))
  const story = { bio: 'Rude word', prompts: [{ promptId: 'ask-me', answer: 'Another one' }] }
  const evidence = { ...report.evidence, photos, profile: { ...report.evidence.profile, ...story } }
  const api = caseApi({ claim: MINE, reports: [{ ...report, evidence }] })
  api.respond(decideCase, decision({ action: 'remove-photo' }))
  const { user } = await open()
  const reported = part('Report')
  for (const words of ['Rude word', 'Ask me about', 'Another one'])
    expect(reported.getByText(words)).toBeInTheDocument()
  const photo = reported.getByRole('img', { name: 'Photo 31 of Ben then' })
  expect(photo).toHaveAttribute('src', '/api/moderation/cases/7/photos/1?photo=31')
  expect(photo).toHaveClass('blur-xl')
  await user.click(reported.getByRole('button', { name: 'Show photo 31' }))
  expect(photo).not.toHaveClass('blur-xl')

  const form = part('Your decision')
  await user.click(form.getByRole('radio', { name: 'Remove the photo' }))
  const choice = within(form.getByRole('radiogroup', { name: 'Which photo?' }))
  expect(choice.getByRole('radio', { name: 'Selfie' })).toBeChecked()
  await user.click(choice.getByRole('radio', { name: 'Photo 31' }))
  await user.click(form.getByRole('button', { name: 'Remove the photo' }))
  await waitFor(() =>
    expect(api.calls(decideCase)).toEqual([
      { action: 'remove-photo', reason: 'harassment', photoId: '31', reportIds: [1] },
    ]),
  )
})

test('a ban that reaches nobody says so at once', async () => {
  const banned = decision({ action: 'ban', isAccountGone: true })
  const api = caseApi({ claim: MINE })
  api.respond(decideCase, banned)
  const { user } = await open()
  const form = part('Your decision')
  await user.click(form.getByRole('radio', { name: 'Warn' }))
  await user.click(form.getByRole('button', { name: 'Warn' }))
  const text = expect.stringMatching(/^The account was already deleted, so this bans nobody\./)
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: 'Case 7 is decided', text }))
})

test('a sanction that reached nobody says so on the page of the case', async () => {
  caseApi({ status: 'closed', decisions: [decision({ action: 'warn', isAccountGone: true })] })
  await open()
  expect(part('Decision').getByText('The account was already deleted, so this reaches nobody.')).toBeInTheDocument()
})

test('a confirmed dismissal covers all reports of one user, and the case is fetched again', async () => {
  const api = caseApi()
  api.respond(dismissReports, { caseIds: [7, 8], hasMore: true })
  const { user } = await open()
  const ask = () => user.click(part('Report').getByRole('button', { name: 'Dismiss all their reports' }))
  await ask()
  const asked = within(await screen.findByRole('alertdialog', { name: 'Dismiss all their reports?' }))
  expect(asked.getByText('Uma')).toBeInTheDocument()
  await user.click(asked.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(api.calls(dismissReports)).toEqual([])
  api.respond(getCase, moderationCase(7, { status: 'closed', decisions: [decision({ action: 'dismiss' })] }))
  await ask()
  tapTwice(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Yes, dismiss them' }))
  expect(await screen.findByText('Decided')).toBeInTheDocument()
  expect(shownToast.get()).toMatchObject({
    title: '2 cases are dismissed',
    text: 'There are more left. Please do this again.',
  })
  expect(api.calls(dismissReports)).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Dismiss all their reports' })).not.toBeInTheDocument()
})

test.each([
  ['of the system', { reports: [caseReport(1, { reporter: { id: 0, name: null, username: null } })] }],
  ['of a case of somebody else', { refusal: 'own-case' as const }],
])('reports %s are not dismissed all at once', async (_which, more) => {
  caseApi(more)
  await open()
  expect(screen.queryByRole('button', { name: 'Dismiss all their reports' })).not.toBeInTheDocument()
})

test('a photo can be removed only where a report has one', async () => {
  const report = caseReport(1)
  caseApi({ claim: MINE, reports: [{ ...report, evidence: { ...report.evidence, photo: null } }] })
  await open()
  const form = part('Your decision')
  expect(form.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
    'dismiss',
    'warn',
    'remove-text',
    'suspend',
    'ban',
  ])
  expect(screen.queryByRole('img', { name: /Reported profile/ })).not.toBeInTheDocument()
})

test('when a moderator loses the claim, the page says so and keeps the text for the next claim', async () => {
  const api = caseApi({ claim: MINE })
  api.reject(decideCase, 409, { message: 'You no longer hold this case.', code: 'CLAIM_LOST' })
  api.respond(claimCase, MINE)
  const { user } = await open()
  const form = part('Your decision')
  await user.click(form.getByRole('radio', { name: 'Warn' }))
  await user.type(form.getByLabelText('Message to the member (optional)'), 'Please be kind')
  api.respond(getCase, moderationCase(7))
  await user.click(form.getByRole('button', { name: 'Warn' }))
  const take = await screen.findByRole('button', { name: 'Take this case' })
  expect(shownToast.get()).toMatchObject({
    title: "Couldn't decide the case",
    text: 'You no longer hold this case.',
    variant: 'destructive',
  })
  await user.click(take)
  expect(await screen.findByLabelText('Message to the member (optional)')).toHaveValue('Please be kind')
})

test('a report that arrives before a decision is shown as new, and read before the decision', async () => {
  const api = caseApi({ claim: MINE })
  const { user } = await open()
  const form = part('Your decision')
  await user.click(form.getByRole('radio', { name: 'Ban' }))
  api.reject(decideCase, 409, { message: 'New reports came in since you looked.', code: 'CASE_CHANGED' })
  api.respond(getCase, moderationCase(7, { claim: MINE, reports: [caseReport(1), caseReport(4)] }))
  await user.click(form.getByRole('button', { name: 'Ban' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Yes, do it' }))

  const added = await screen.findByRole('region', { name: 'Report 2 of 2 New' })
  expect(screen.getByRole('region', { name: 'Report 1 of 2' })).toBeInTheDocument()
  expect(form.getByText("There's a new report. Please read it before you decide.")).toBeInTheDocument()
  api.respond(decideCase, decision({ action: 'ban' }))
  await user.click(form.getByRole('button', { name: 'Ban' }))
  expect(added).toHaveFocus()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  await user.click(form.getByRole('button', { name: 'Ban' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Yes, do it' }))
  await waitFor(() => expect(api.calls(decideCase)).toHaveLength(2))
  const named = api.calls(decideCase).map((body) => (body as { reportIds: number[] }).reportIds)
  expect(named).toEqual([[1], [1, 4]])
})

test('while the moderator holds a case, it learns of new reports by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const api = caseApi({ claim: MINE })
  await open()
  api.respond(getCase, moderationCase(7, { claim: MINE, reports: [1, 4, 5].map((id) => caseReport(id)) }))
  await act(() => vi.advanceTimersByTimeAsync(HELD_CASE_POLL_MS))
  expect(await screen.findByRole('region', { name: 'Report 3 of 3 New' })).toBeInTheDocument()
  const form = part('Your decision')
  expect(form.getByRole('status')).toHaveTextContent('There are 2 new reports. Please read them before you decide.')
  fireEvent.click(form.getByRole('button', { name: 'Read the new reports' }))
  expect(screen.getByRole('region', { name: 'Report 2 of 3 New' })).toHaveFocus()
  expect(form.getByRole('status')).toBeEmptyDOMElement()
})

test('an appeal shows the words and the first decision, which is kept or lifted', async () => {
  const api = caseApi({
    kind: 'appeal',
    claim: MINE,
    appeal: { caseId: 6, text: 'It was a joke', createdAt: '2026-01-03T00:00:00.000Z', decision: decision() },
  })
  api.respond(decideCase, decision({ action: 'lift', reason: 'mistake' }))
  const { user } = await open()
  const appeal = part('Appeal')
  expect(appeal.getByText('It was a joke')).toBeInTheDocument()
  expect(appeal.getByText(/^Suspended for 7 days, until/)).toBeInTheDocument()
  expect(appeal.getByText('Please stop')).toBeInTheDocument()
  expect(appeal.getByRole('link', { name: 'Open case 6' })).toHaveAttribute('href', '/moderation/cases/6')
  const form = part('Your decision')
  expect(form.getAllByRole('radio')).toHaveLength(2)
  await user.click(form.getByRole('radio', { name: 'Lift the decision' }))
  await user.selectOptions(form.getByLabelText('Reason'), 'The decision was a mistake')
  await user.click(form.getByRole('button', { name: 'Lift the decision' }))
  await waitFor(() => expect(api.calls(decideCase)).toEqual([{ action: 'lift', reason: 'mistake', reportIds: [1] }]))
})

test('a decided case shows its decision, which an admin can undo', async () => {
  const closed = { status: 'closed', closedAt: '2026-01-03T00:00:00.000Z' } as const
  const api = caseApi({ ...closed, decisions: [decision()], canUndo: true })
  const undone = decision({ undoneAt: '2026-01-04T00:00:00.000Z', undoneBy: { ...ben, name: 'Noa' } })
  api.respond(undoDecision, undone)
  const { user } = await open()
  expect(screen.queryByRole('button', { name: 'Take this case' })).not.toBeInTheDocument()
  expect(part('Decision').getByText(/By/)).toHaveTextContent(/^By Mia/)
  api.respond(getCase, moderationCase(7, { decisions: [undone] }))
  await user.click(part('Decision').getByRole('button', { name: 'Undo this decision' }))
  expect(await screen.findByText(/Undone by/)).toHaveTextContent(/^Undone by Noa/)
  expect(api.calls(undoDecision)).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Undo this decision' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Take this case' })).toBeInTheDocument()
})

test('a decision that can no longer be undone says so', async () => {
  const api = caseApi({ status: 'closed', decisions: [decision()], canUndo: true })
  api.reject(undoDecision, 409, { message: 'You can undo a decision for 24 hours only', code: 'UNDO_TOO_LATE' })
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Undo this decision' }))
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: "Couldn't undo the decision",
      text: 'You can undo a decision for 24 hours only',
    }),
  )
})

test('a note is added once, and an empty one is refused', async () => {
  const api = caseApi({
    notes: [{ id: 1, author: mia, text: 'Seen before', createdAt: '2026-01-03T00:00:00.000Z' }],
  })
  const author = { id: ada.id, name: 'Ada', username: 'ada' }
  api.respond(addCaseNote, { id: 2, author, text: 'So do I', createdAt: '2026-01-04T00:00:00.000Z' })
  const { user } = await open()
  const notes = part('Notes')
  await user.click(notes.getByRole('button', { name: 'Add note' }))
  expect(await notes.findByText('Please write something')).toBeInTheDocument()
  await user.type(notes.getByLabelText('New note'), 'So do I')
  tapTwice(notes.getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(notes.getAllByRole('listitem')).toHaveLength(2))
  expect(api.calls(addCaseNote)).toEqual([{ text: 'So do I' }])
  expect(notes.getByLabelText('New note')).toHaveValue('')
})

test.each([
  [404, 'Case not found'],
  [503, "Couldn't load the case"],
])('a case that cannot be shown (%i) says so', async (status, title) => {
  caseApi().reject(getCase, status, 'Temporarily unavailable')
  renderAt('/moderation/cases/7')
  expect(await screen.findByText(title)).toBeInTheDocument()
})

test('a case is fetched once for each visit, since each view is logged', async () => {
  const api = caseApi()
  const { user } = await open()
  await user.keyboard('u')
  await screen.findByText('No open cases')
  expect(api.calls(getCase)).toHaveLength(1)
})

test('a photo that may be explicit is named with its percentage, grey and blurred until wanted', async () => {
  const report = caseReport(1, { flagged: { photoVersion: 7, nakedness: 0.834 } })
  const photos = [{ id: '7', path: '/api/moderation/cases/7/photos/1/7' }]
  caseApi({ reports: [{ ...report, evidence: { ...report.evidence, photos } }] })
  const { user } = await open()
  expect(screen.getByText(/A photo may be explicit \(83%\)/)).toBeInTheDocument()
  expect(screen.getAllByText('May be explicit')).toHaveLength(1)
  const photo = screen.getByAltText('Photo 7 of Ben then')
  expect(photo).toHaveClass('blur-xl', 'grayscale')
  await user.click(screen.getByRole('button', { name: 'Show photo 7' }))
  expect(photo).not.toHaveClass('blur-xl')
})

test('a sent photo opens large with its caption once it is wanted; Back and Escape close it', async () => {
  const report = caseReport(1)
  const media = { kind: 'photo' as const, path: '/api/moderation/photo', mayBeNude: true as const }
  const messages = [evidenceMessage(1, 'The sea', { kind: 'photo', isMarked: true, media })]
  caseApi({ reports: [{ ...report, evidence: { ...report.evidence, messages } }] })
  const { user } = await open()
  const sent = within(within(screen.getByRole('region', { name: 'Messages' })).getByRole('listitem'))
  expect(sent.getByText('May be explicit')).toBeInTheDocument()
  expect(sent.queryByRole('button', { name: /Enlarge/ })).not.toBeInTheDocument()
  await user.click(sent.getByRole('button', { name: 'Show the photo' }))
  const enlarge = sent.getByRole('button', { name: 'Enlarge: Sent by Ben' })
  await user.click(enlarge)
  const dialog = within(screen.getByRole('dialog', { name: 'Sent by Ben' }))
  expect(dialog.getByRole('img', { name: 'The sea' })).toHaveAttribute('src', media.path)
  expect(dialog.getByRole('img', { name: 'The sea' })).not.toHaveClass('blur-xl')
  expect(dialog.getByText('The sea')).toBeInTheDocument()
  act(() => window.history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(enlarge).toHaveFocus()
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: 'Sent by Ben' })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await user.click(sent.getByRole('button', { name: 'Show the photo' }))
  expect(enlarge).not.toBeInTheDocument()
})

test('one switch shows all photos of the evidence until the session ends', async () => {
  caseApi()
  const { user } = await open()
  await user.click(screen.getByRole('switch', { name: 'Show photos at once' }))
  const photo = screen.getByAltText('Reported profile of Ben then')
  expect(photo).not.toHaveClass('blur-xl')
  await user.click(screen.getByRole('button', { name: 'Show the photo', pressed: true }))
  expect(photo).toHaveClass('blur-xl')
})

test('an account that resembles a banned one is compared with it side by side, at a tap', async () => {
  const api = caseApi({ reports: [caseReport(1, { match: { sign: 'face', caseId: 3 } })] })
  const { user } = await open()
  expect(screen.getByText(/A face looks like a banned member's/)).toBeInTheDocument()
  expect(api.calls(getCase)).toHaveLength(1)
  const banned = caseReport(2)
  const photo = '/api/moderation/cases/3/photos/2'
  api.respond(getCase, moderationCase(3, { reports: [{ ...banned, evidence: { ...banned.evidence, photo } }] }))
  await user.click(screen.getByRole('button', { name: 'Compare the photos' }))
  const shown = within(await screen.findByRole('region', { name: 'The banned account' }))
  expect(shown.getByRole('img')).toHaveAttribute('src', photo)
  const own = within(screen.getByRole('region', { name: 'This account' }))
  expect(own.getByRole('img')).toHaveAttribute('src', '/api/moderation/cases/7/photos/1')
})
