import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FEEDBACK_DELAY_MS } from '../../lib/limits.ts'
import { renderAt, setupApi } from '../../test/render-at.tsx'

const TITLE = { name: "How's your experience?" }

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))

async function open() {
  const opened = renderAt('/feed')
  await screen.findByText('No users found')
  return opened
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('the survey is shown once, after three minutes', async () => {
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

test('the survey is not shown again in the same session', async () => {
  sessionStorage.setItem('zing.feedback-shown', 'true')
  setupApi()
  await open()
  await wait(FEEDBACK_DELAY_MS * 2)
  expect(screen.queryByRole('dialog', TITLE)).not.toBeInTheDocument()
})
