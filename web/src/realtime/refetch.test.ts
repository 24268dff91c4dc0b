import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WAIT } from '../test/wait.ts'
import { refetch, refetched, refetchIfInFlight } from './refetch.ts'

const queryKey = ['list']
let client: QueryClient
let responses: ((value: string) => void)[]
const fetches = () => responses.length

beforeEach(() => {
  responses = []
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } })
  const queryFn = () => new Promise<string>((resolve) => void responses.push(resolve))
  new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {})
})
afterEach(() => client.clear())

async function respond(value: string): Promise<void> {
  responses.at(-1)?.(value)
  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe(value), WAIT)
}

test('a fetch in flight is repeated once after any number of frames', async () => {
  for (let frame = 0; frame < 20; frame++) refetchIfInFlight(client, queryKey)
  expect(fetches()).toBe(1)
  await respond('from before')
  await vi.waitFor(() => expect(fetches()).toBe(2), WAIT)
  await respond('from after')
  expect(fetches()).toBe(2)
})

test('a frame causes no fetch if none is in flight', async () => {
  await respond('here')
  refetchIfInFlight(client, queryKey)
  expect(fetches()).toBe(1)
})

test('a first fetch in flight is repeated after a new connection', async () => {
  refetch(client, queryKey)
  expect(fetches()).toBe(1)
  await respond('from before')
  await vi.waitFor(() => expect(fetches()).toBe(2), WAIT)
})

test('cached data is refetched at once, and only once', async () => {
  await respond('here')
  refetch(client, queryKey)
  expect(fetches()).toBe(2)
  await respond('new')
  expect(fetches()).toBe(2)
})

test('a first fetch in flight is awaited together with its repetition', async () => {
  let isDone = false
  void refetched(client, queryKey).then(() => {
    isDone = true
  })
  await respond('from before')
  await vi.waitFor(() => expect(fetches()).toBe(2), WAIT)
  expect(isDone).toBe(false)
  await respond('from after')
  await vi.waitFor(() => expect(isDone).toBe(true), WAIT)
})
