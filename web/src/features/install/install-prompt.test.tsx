import { act, screen, waitFor } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import { beforeEach, expect, test, vi } from 'vitest'
import { INSTALL_PROMPT_DELAY_MS, INSTALL_PROMPT_EVERY_MS } from '../../lib/limits.ts'
import { renderAt, setupApi } from '../../test/render-at.tsx'
import { isPromptDue, recordPrompt } from './last-prompt.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const TITLE = { name: 'Add to Home Screen' }

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))

async function openAs(userAgent: string) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  setupApi()
  const opened = renderAt('/feed')
  await screen.findByText('No users found')
  return opened
}

const afterDelay = () => act(() => vi.advanceTimersByTimeAsync(INSTALL_PROMPT_DELAY_MS))

test('Safari on iOS shows the install prompt after three seconds, and it can be postponed (2.popups.1)', async () => {
  const { user } = await openAs(IPHONE)
  expect(screen.queryByRole('heading', TITLE)).not.toBeInTheDocument()
  await afterDelay()
  expect(await screen.findByRole('complementary', TITLE)).toHaveTextContent('Tap Share')
  expect(screen.getAllByText(/Add to Home Screen/)).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: "I'll do it later" }))
  expect(screen.queryByRole('heading', TITLE)).not.toBeInTheDocument()
  expect(isPromptDue()).toBe(false)
})

test.each([
  ['another browser on iOS', IPHONE.replace('Version/18.0', 'CriOS/130.0')],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36'],
])('%s shows no install prompt (9.install.2)', async (_name, userAgent) => {
  await openAs(userAgent)
  await afterDelay()
  expect(screen.queryByRole('heading', TITLE)).not.toBeInTheDocument()
})

test('the install prompt is shown at most once in 24 hours (3.storage.2, 9.install.1)', async () => {
  recordPrompt(Date.now() - INSTALL_PROMPT_EVERY_MS + 60_000)
  await openAs(IPHONE)
  await afterDelay()
  expect(screen.queryByRole('heading', TITLE)).not.toBeInTheDocument()
  expect([isPromptDue(Date.now() + 60_000), isPromptDue(Date.now())]).toEqual([true, false])
})

test('the installed app shows no install prompt', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  await openAs(IPHONE)
  await afterDelay()
  expect(screen.queryByRole('heading', TITLE)).not.toBeInTheDocument()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

test('the install prompt leaves Get started free, is no part of the form, and Back closes it', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE)
  setupApi().reject(getUser, 401, 'Not signed in')
  const { user, path } = renderAt('/')
  await screen.findByRole('link', { name: /Get started/ })
  await afterDelay()
  expect(await screen.findByRole('complementary', TITLE)).toHaveClass('top-[env(safe-area-inset-top)]')
  act(() => window.history.back())
  await waitFor(() => expect(screen.queryByRole('complementary', TITLE)).not.toBeInTheDocument())
  expect(path()).toBe('/')

  localStorage.clear()
  await user.click(screen.getByRole('link', { name: /Get started/ }))
  await screen.findByRole('tab', { name: 'Login' })
  await afterDelay()
  expect(screen.queryByRole('complementary', TITLE)).not.toBeInTheDocument()
})
