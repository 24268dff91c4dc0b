import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { registerServiceWorker, updateToNewVersion } from '../lib/device/service-worker.ts'
import type { WorkerMessage } from '../lib/device/worker-message.ts'
import { renderAt, setupApi } from '../test/render-at.tsx'

const PROMPT = 'A new version of Zing is here'
const HOUR_MS = 3_600_000
const entry = '/assets/index-one.js'

afterEach(() => {
  act(() => updateToNewVersion.set(null))
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('an installed new version is offered, and the update reloads the page once', async () => {
  const { browser, user, reload } = await open()
  const worker = browser.installing(['/assets/index-two.js'])
  await user.click(await screen.findByRole('button', { name: 'Update' }))
  expect(worker.messages()).toContainEqual({ type: 'SKIP_WAITING' })
  expect(reload).not.toHaveBeenCalled()
  browser.changeController()
  browser.changeController()
  expect(reload).toHaveBeenCalledOnce()
})

test('a version that was already waiting when the tab was opened is offered', async () => {
  await open({ waiting: ['/assets/index-two.js'] })
  expect(await screen.findByText(PROMPT)).toBeInTheDocument()
})

test('the first version and the version that the tab runs are not offered', async () => {
  const first = await open({ isFirst: true })
  const worker = first.browser.installing(['/assets/index-two.js'])
  expect(worker.messages()).toEqual([])
  cleanup()
  const later = await open()
  const same = later.browser.installing([entry])
  await waitFor(() => expect(same.responses()).toEqual([true]))
  expect(screen.queryByText(PROMPT)).not.toBeInTheDocument()
})

test('the Later button closes the prompt without a reload', async () => {
  const { user, reload } = await open({ waiting: ['/assets/index-two.js'] })
  await user.click(await screen.findByRole('button', { name: 'Later' }))
  expect(screen.queryByText(PROMPT)).not.toBeInTheDocument()
  expect(reload).not.toHaveBeenCalled()
})

test('an update started by another tab does not reload this one', async () => {
  const { browser, reload } = await open({ waiting: ['/assets/index-two.js'] })
  await screen.findByText(PROMPT)
  browser.changeController()
  expect(reload).not.toHaveBeenCalled()
  browser.registration.waiting = null // activated by another tab: only the reload is left
  fireEvent.click(screen.getByRole('button', { name: 'Update' }))
  expect(reload).toHaveBeenCalledOnce()
})

test('the page reloads after three seconds if the new worker does not take over', async () => {
  const { reload } = await open({ waiting: ['/assets/index-two.js'] })
  const button = await screen.findByRole('button', { name: 'Update' })
  vi.useFakeTimers()
  fireEvent.click(button)
  vi.advanceTimersByTime(2_999)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(reload).toHaveBeenCalledOnce()
})

test('focusing the tab checks for a new version at most once an hour', async () => {
  const { browser } = await open()
  vi.useFakeTimers()
  for (const [pauseMs, checks] of [
    [HOUR_MS - 60_000, 0],
    [60_000, 1],
    [HOUR_MS - 60_000, 1],
    [60_000, 2],
  ] as const) {
    vi.advanceTimersByTime(pauseMs)
    fireEvent.focus(window)
    expect(browser.registration.update).toHaveBeenCalledTimes(checks)
  }
})

test('registration does not throw without service worker support or when it fails', async () => {
  const reload = vi.fn()
  await registerServiceWorker({ entry, reload }) // not supported in jsdom, as over plain HTTP
  const { container } = fakeBrowser({ waiting: null, isFirst: true })
  container.register.mockRejectedValue(new TypeError('Failed to register'))
  await registerServiceWorker({ entry, reload })
  expect(container.register).toHaveBeenCalledWith('/sw.js')
})

async function open({ waiting = null, isFirst = false }: { waiting?: string[] | null; isFirst?: boolean } = {}) {
  setupApi()
  const { user } = renderAt('/preferences')
  await screen.findByRole('heading', { name: 'Ada' })
  const browser = fakeBrowser({ waiting, isFirst })
  const reload = vi.fn()
  await registerServiceWorker({ entry, reload })
  return { browser, user, reload }
}

/** Stubs a registration whose new workers have the given files. */
function fakeBrowser({ waiting, isFirst }: { waiting: string[] | null; isFirst: boolean }) {
  const registration = Object.assign(new EventTarget(), {
    active: isFirst ? null : fakeWorker([]),
    waiting: waiting && fakeWorker(waiting),
    installing: null as FakeWorker | null,
    update: vi.fn(async () => {}),
  })
  const container = Object.assign(new EventTarget(), { register: vi.fn(async (_url: string) => registration) })
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })

  return {
    registration,
    container,
    installing(files: string[]) {
      const worker = fakeWorker(files)
      registration.installing = worker
      registration.dispatchEvent(new Event('updatefound'))
      Object.assign(registration, { installing: null, waiting: worker })
      worker.state = 'installed'
      worker.dispatchEvent(new Event('statechange'))
      return worker
    },
    changeController: () => act(() => void container.dispatchEvent(new Event('controllerchange'))),
  }
}

type FakeWorker = ReturnType<typeof fakeWorker>
function fakeWorker(files: string[]) {
  const messages: WorkerMessage[] = []
  const responses: boolean[] = []
  return Object.assign(new EventTarget(), {
    state: 'installing',
    messages: () => messages,
    responses: () => responses,
    postMessage(message: WorkerMessage, [port]: MessagePort[]) {
      messages.push(message)
      if (message.type !== 'HAS_FILE') return
      responses.push(files.includes(message.path))
      port?.postMessage(files.includes(message.path))
    },
  })
}
