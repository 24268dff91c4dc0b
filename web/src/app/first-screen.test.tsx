import { act, screen } from '@testing-library/react'
import { ANONYMOUS_ATTRIBUTE } from '@zing/proto/client-routes'
import { getUser } from '@zing/proto/http/auth'
import { listMatches, listUsers } from '@zing/proto/http/social'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ada, profile, renderAt, setupApi } from '../test/render-at.tsx'
import { openPage } from '../test/session.ts'
import { App } from './app.tsx'
import { prepareFirstScreen } from './first-screen.ts'
import { FeedScreen } from './screens.ts'

const countCalls = (api: ReturnType<typeof setupApi>) =>
  [getUser, listUsers, listMatches].map((endpoint) => api.calls(endpoint).length)

test('the feed is prefetched together with the user; other screens fetch their own data', async () => {
  const api = setupApi()
  await prepareFirstScreen(openPage(), '/feed')
  expect(countCalls(api)).toEqual([1, 1, 1])
  await prepareFirstScreen(openPage(), '/messages')
  expect(countCalls(api)).toEqual([2, 1, 1])
})

test('the photo of the first card is requested before the card is rendered', async () => {
  const images: HTMLImageElement[] = []
  vi.stubGlobal(
    'Image',
    class extends Image {
      constructor() {
        super()
        images.push(this)
      }
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  const api = setupApi()
  api.respond(listUsers, [{ ...profile(2, 'Ben'), selfie: '/api/selfies/2/1' }, profile(3, 'Cleo')])
  await prepareFirstScreen(openPage(), '/feed')
  expect(images.map(({ srcset }) => srcset)).toEqual(['/api/selfies/2/1?size=medium 720w, /api/selfies/2/1 1080w'])
})

test('nothing is prefetched for an anonymous user', async () => {
  document.documentElement.setAttribute(ANONYMOUS_ATTRIBUTE, '')
  const api = setupApi()
  await prepareFirstScreen(openPage(), '/feed')
  expect(countCalls(api)).toEqual([0, 0, 0])
})

test('a failed or hanging request delays the first screen by one second at most', async () => {
  const api = setupApi()
  api.reject(getUser, 503, 'Temporarily unavailable')
  await prepareFirstScreen(openPage(), '/messages')
  api.hang(listUsers)
  vi.useFakeTimers()
  const isReady = vi.fn()
  void prepareFirstScreen(openPage(), '/feed').then(isReady)
  await vi.advanceTimersByTimeAsync(999)
  expect(isReady).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(isReady).toHaveBeenCalled()
})

test('the first screen is rendered at once, without a spinner before it', async () => {
  const api = setupApi()
  api.respond(getUser, ada)
  api.respond(listUsers, [profile(2, 'Ben')])
  window.history.replaceState(null, '', '/feed')
  const client = openPage()
  await prepareFirstScreen(client, '/feed')

  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => act(() => root.unmount()))
  act(() => root.render(<App />))
  expect(screen.getByRole('heading', { name: 'Discover New People' })).toBeVisible()
})

test('while the login is read, the first screen after it is loaded', async () => {
  setupApi().reject(getUser, 401, 'Not signed in')
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
  onTestFinished(() => void vi.unstubAllGlobals())
  const preload = vi.spyOn(FeedScreen, 'preload')
  renderAt('/auth')
  await screen.findByText('Forgot password?')
  expect(preload).toHaveBeenCalled()
})
