import { act, screen } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import { listConversations, listMessages, markAllRead } from '@zing/proto/http/chat'
import { getProfile, listMatches, listNotifications, listUsers, readAllNotifications } from '@zing/proto/http/social'
import { getCase, listCases } from '@zing/proto/http/staff/moderation'
import { expect, test } from 'vitest'
import { showMatch } from '../lib/state/match-store.ts'
import { toast } from '../lib/state/toast-store.ts'
import { session } from '../queries/session/session.ts'
import { caseReport, caseSummary, decision, evidenceMessage, moderationCase } from '../test/moderation-cases.ts'
import { ada, profile, renderAt, setupApi } from '../test/render-at.tsx'

// Everything that a person has written is Hebrew here, and nothing else is.
const WORDS = 'שרה'
const HEBREW = /[\u0590-\u05ff]/
const person = profile(2, WORDS, { gender: WORDS, orientation: WORDS })
const message = {
  kind: 'text' as const,
  id: 1,
  seq: 1,
  senderId: 2,
  receiverId: 1,
  content: WORDS,
  createdAt: '2026-01-03T10:00:00.000Z',
  read: true,
  status: 'read' as const,
}
const like = {
  id: 1,
  type: 'LIKE' as const,
  payload: { userId: 2, name: WORDS, selfie: null },
  createdAt: message.createdAt,
  readAt: message.createdAt,
}

function hebrewApi() {
  const api = setupApi()
  api.respond(getUser, { ...ada, name: WORDS, gender: WORDS, orientation: WORDS })
  api.respond(listUsers, [{ ...person, id: 3 }])
  api.respond(listMatches, [person])
  api.respond(getProfile, person)
  api.respond(listMessages, [message, { ...message, id: 2, seq: 2, senderId: 1, receiverId: 2 }])
  api.respond(listConversations, [{ partnerId: 2, lastMessage: message, unread: 0 }])
  api.respond(listNotifications, [like])
  api.respond(markAllRead, undefined)
  api.respond(readAllNotifications, undefined)
}

/** Text for screen readers alone: ours, and the toasts' announcements for a second. */
const NOT_SHOWN = '.sr-only, [role=status][aria-live]'

/** Expects that all words of users on the screen have a text direction of their own, like every input. */
function expectOwnDirection(least: number): void {
  const isAlone = (element: Element | null) => element?.closest('[dir], bdi')?.matches('[dir=auto], bdi') ?? false
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: (Element | null)[] = []
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode
    if (HEBREW.test(textContent ?? '') && !parentElement?.closest(NOT_SHOWN)) found.push(parentElement)
  }
  expect(found.length).toBeGreaterThanOrEqual(least)
  const inputs = [
    ...document.querySelectorAll('input:not([type=file], [type=radio], [type=checkbox]), textarea, select'),
  ]
  expect([...found, ...inputs].filter((element) => !isAlone(element)).map((element) => element?.outerHTML)).toEqual([])
}

test.each([
  ['/feed', 3, async () => screen.findByText('Discover New People')],
  ['/messages', 2, async () => screen.findByRole('list', { name: '' })],
  ['/preferences', 2, async () => screen.findByRole('button', { name: 'Log Out' })],
  ['/edit-profile', 2, async () => screen.findByRole('button', { name: 'Save Changes' })],
  ['/chat/2', 4, async () => screen.findByRole('log')],
])('%s: words of people have a direction of their own', async (path, least, ready) => {
  hebrewApi()
  renderAt(path)
  await ready()
  if (path === '/messages') await screen.findAllByText(WORDS)
  expectOwnDirection(least)
})

test('dialogs, notifications and toasts: words of people have a direction of their own', async () => {
  hebrewApi()
  const { user } = renderAt('/chat/2')
  await user.click(await screen.findByRole('button', { name: 'More options' }))
  await user.click(screen.getByRole('menuitem', { name: 'Report' }))
  await screen.findByRole('dialog', { name: `Report ${WORDS}` })
  expectOwnDirection(8)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'More options' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Unmatch & Block' }))
  await screen.findByRole('alertdialog')
  expectOwnDirection(5)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('link', { name: 'Back to messages' }))
  await user.click(await screen.findByRole('button', { name: 'Notifications' }))
  await screen.findByText('Liked your profile')
  expectOwnDirection(1)
  await user.keyboard('{Escape}')
  act(() => toast('Login successful', `Welcome back, ${WORDS}!`))
  act(() => showMatch(session.get(), { id: 4, name: WORDS, selfie: null }))
  await screen.findByRole('dialog', { name: "It's a Match!" })
  await screen.findAllByText(`Welcome back, ${WORDS}!`)
  expectOwnDirection(2)
})

test('the screens of moderators: words of people have a direction of their own', async () => {
  const api = setupApi()
  const someone = { id: 2, name: WORDS, username: 'sara' }
  const other = { id: 3, name: WORDS, username: 'noa' }
  const report = caseReport(1, { reporter: other, text: WORDS })
  const { evidence } = report
  const profileThen = { ...evidence.profile, name: WORDS, gender: WORDS, orientation: WORDS }
  const claim = { userId: 3, name: WORDS, until: new Date(Date.now() + 600_000).toISOString() }
  const made = decision({ text: WORDS, decidedBy: other, undoneAt: message.createdAt, undoneBy: other })
  api.respond(getUser, { ...ada, role: 'admin' })
  api.respond(listCases, [caseSummary(7, { user: someone, claim })])
  api.respond(
    getCase,
    moderationCase(7, {
      user: someone,
      claim,
      reports: [{ ...report, evidence: { ...evidence, profile: profileThen, messages: [evidenceMessage(1, WORDS)] } }],
      appeal: { caseId: 6, text: WORDS, createdAt: message.createdAt, decision: made },
      notes: [{ id: 1, author: other, text: WORDS, createdAt: message.createdAt }],
      decisions: [made],
    }),
  )
  const { user } = renderAt('/moderation')
  await user.click(await screen.findByRole('link', { name: /About/ }))
  await screen.findByRole('region', { name: 'Notes' })
  expectOwnDirection(17)
  await user.click(screen.getByRole('link', { name: 'Back to the cases' }))
  await screen.findByRole('link', { name: /About/ })
  expectOwnDirection(2)
})

test('sign-up: inputs have the direction of the typed text', async () => {
  const api = setupApi()
  api.reject(getUser, 401, 'Not signed in')
  const { user } = renderAt('/auth')
  await user.click(await screen.findByRole('tab', { name: 'Sign Up' }))
  await screen.findByLabelText('Full Name')
  expectOwnDirection(0)
})
