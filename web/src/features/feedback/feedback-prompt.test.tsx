import { act, screen, waitFor } from '@testing-library/react'
import { getProfile } from '@zing/proto/http/social'
import { beforeEach, expect, test, vi } from 'vitest'
import { FEEDBACK_DELAY_MS, POPUP_REST_MS } from '../../lib/limits.ts'
import { profile, renderAt, setupApi } from '../../test/render-at.tsx'

const TITLE = { name: "How's your experience?" }

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))

async function open() {
  const opened = renderAt('/feed')
  await screen.findByText('No users found')
  return opened
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('the survey is shown once, after three minutes (2.popups.2, 2.popups.3, 2.popups.4, 9.feedback, 9.feedback.survey)', async () => {
  setupApi()
  const { user } = await open()
  await wait(FEEDBACK_DELAY_MS - 5_000)
  expect(screen.queryByRole('dialog', TITLE)).not.toBeInTheDocument()
  await wait(5_000)
  expect(await screen.findByRole('dialog', TITLE)).toHaveTextContent('about 2 minutes')
  const link = screen.getByRole('link', { name: 'Give feedback' })
  await waitFor(() => expect(link).toHaveAttribute('href', 'https://survey.example/'))
  expect(link).toHaveAttribute('target', '_blank')
  await user.click(screen.getByRole('button', { name: 'Maybe later' }))
  expect(screen.queryByRole('dialog', TITLE)).not.toBeInTheDocument()
  await wait(FEEDBACK_DELAY_MS * 2)
  expect(screen.queryByRole('dialog', TITLE)).not.toBeInTheDocument()
})

test('the survey is not shown again in the same session (3.storage.3)', async () => {
  sessionStorage.setItem('zing.feedback-shown', 'true')
  setupApi()
  await open()
  await wait(FEEDBACK_DELAY_MS * 2)
  expect(screen.queryByRole('dialog', TITLE)).not.toBeInTheDocument()
})

const MATCH = { id: 70, name: 'Ines', selfie: null, matchedAt: '2026-01-02T00:00:00.000Z' }

test('the survey waits until a match overlay is closed', async () => {
  setupApi()
  const { socket, user } = await open()
  socket.push({ type: 'NEW_MATCH', match: MATCH })
  await screen.findByRole('dialog', { name: "It's a Match!" })
  await wait(FEEDBACK_DELAY_MS + POPUP_REST_MS)
  expect(screen.queryByRole('dialog', TITLE)).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Keep Browsing' }))
  await wait(POPUP_REST_MS)
  expect(await screen.findByRole('dialog', TITLE)).toBeInTheDocument()
})

test('the survey is not shown in a chat, but on the screen after it', async () => {
  const api = setupApi()
  api.respond(getProfile, profile(2, 'Ben'))
  const { user } = renderAt('/chat/2')
  await screen.findByRole('heading', { name: 'Ben' })
  await wait(FEEDBACK_DELAY_MS + POPUP_REST_MS)
  expect(screen.queryByRole('dialog', TITLE)).not.toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Back to messages' }))
  await screen.findByText('No matches yet')
  await wait(POPUP_REST_MS)
  expect(await screen.findByRole('dialog', TITLE)).toBeInTheDocument()
})

test('a focused field holds the survey back until it is left', async () => {
  setupApi()
  await open()
  const field = document.body.appendChild(document.createElement('input'))
  act(() => field.focus())
  await wait(FEEDBACK_DELAY_MS + POPUP_REST_MS)
  expect(screen.queryByRole('dialog', TITLE)).not.toBeInTheDocument()
  act(() => field.blur())
  await wait(POPUP_REST_MS)
  expect(await screen.findByRole('dialog', TITLE)).toBeInTheDocument()
  field.remove()
})

test('the survey does not come in the middle of a swipe, but when the hand is at rest', async () => {
  setupApi()
  await open()
  await wait(FEEDBACK_DELAY_MS - 2 * POPUP_REST_MS)
  const steps = 8
  for (let step = 0; step < steps; step++) {
    act(() => void document.body.dispatchEvent(new Event('pointermove', { bubbles: true })))
    await wait(POPUP_REST_MS / 2)
  }
  expect(screen.queryByRole('dialog', TITLE)).not.toBeInTheDocument()
  await wait(POPUP_REST_MS)
  expect(await screen.findByRole('dialog', TITLE)).toBeInTheDocument()
})
