import '@testing-library/jest-dom/vitest'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { pushHealth } from '../lib/device/push-health.ts'
import { updateToNewVersion } from '../lib/device/service-worker.ts'
import { resetTitleFocus } from '../lib/input/title-focus.ts'
import { closeLayers, TRAVERSAL_TIMEOUT_MS } from '../lib/layers/layers.ts'
import { closeSession } from '../lib/state/per-session.ts'
import { shownToast } from '../lib/state/toast-store.ts'
import { setKeepsChats } from '../queries/chat/keeps-chats.ts'
import { clearKept } from '../queries/chat/kept-storage.ts'
import { clearOutbox } from '../queries/chat/outbox-storage.ts'
import { forgetEndedSession, ownEnd } from '../queries/session/ended-session.ts'
import { session } from '../queries/session/session.ts'
import { addModalDialogs } from './dialogs.ts'

// Missing in jsdom, and not under test.
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
Element.prototype.hasPointerCapture = () => false
Element.prototype.setPointerCapture = () => {}

if (!('showModal' in HTMLDialogElement.prototype)) addModalDialogs()

configure({
  asyncUtilTimeout: 30_000, // screens are loaded lazily, which is slow on a busy machine
  getElementError: (message, container) => missingElement(message ?? '', container),
})

/** Prints the document only when read. A test that waits throws and drops this error at each change of the document. */
function missingElement(message: string, container: Element): Error {
  const error = new Error(message)
  error.name = 'TestingLibraryElementError'
  Object.defineProperty(error, 'message', { get: () => `${message}\n\n${prettyDOM(container)}` })
  return error
}

const consoleCalls: unknown[][] = []

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', NoObserver)
  vi.stubGlobal('ResizeObserver', NoObserver)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  consoleCalls.length = 0
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...args) => void consoleCalls.push(args))
  }
})

afterEach(async () => {
  cleanup()
  const closed = closeLayers() // leaves no traversal of the history to the next test
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(TRAVERSAL_TIMEOUT_MS)
  await closed
  closeSession(session.get())
  await clearOutbox()
  await clearKept()
  setKeepsChats(true)
  localStorage.clear()
  sessionStorage.clear()
  shownToast.set(null)
  resetTitleFocus()
  pushHealth.set(false)
  ownEnd.set(null)
  forgetEndedSession()
  updateToNewVersion.set(null)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const name of ['mediaDevices', 'serviceWorker', 'credentials']) Reflect.deleteProperty(navigator, name) // not in jsdom, put there by tests
  vi.useRealTimers()
  expect(consoleCalls).toEqual([])
})
