import { ANONYMOUS_ATTRIBUTE } from '@zing/proto/client-routes'
import { getUser } from '@zing/proto/http/auth'
import { listMatches, listUsers } from '@zing/proto/http/social'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '../queries/query-client.ts'
import { quietApi } from '../test/render-at.tsx'
import { prepareFirstScreen } from './first-screen.ts'

const asked = (api: ReturnType<typeof quietApi>) =>
  [getUser, listUsers, listMatches].map((endpoint) => api.calls(endpoint).length)

test('the feed is asked for together with who this is; other screens ask for themselves', async () => {
  const api = quietApi()
  await prepareFirstScreen(createQueryClient(), '/feed')
  expect(asked(api)).toEqual([1, 1, 1])
  await prepareFirstScreen(createQueryClient(), '/messages')
  expect(asked(api)).toEqual([2, 1, 1])
})

test('for a visitor nothing is asked', async () => {
  document.documentElement.setAttribute(ANONYMOUS_ATTRIBUTE, '')
  const api = quietApi()
  await prepareFirstScreen(createQueryClient(), '/feed')
  expect(asked(api)).toEqual([0, 0, 0])
})

test('a server that fails or says nothing keeps nobody waiting for more than a second', async () => {
  const api = quietApi()
  api.refuse(getUser, 503, 'away')
  await prepareFirstScreen(createQueryClient(), '/messages')
  api.hang(listUsers)
  vi.useFakeTimers()
  const isReady = vi.fn()
  void prepareFirstScreen(createQueryClient(), '/feed').then(isReady)
  await vi.advanceTimersByTimeAsync(999)
  expect(isReady).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(isReady).toHaveBeenCalled()
})
