import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refetch, refetchIfInFlight } from './refetch.ts'

const queryKey = ['list']
let client: QueryClient
let answers: ((value: string) => void)[]
const asked = () => answers.length

beforeEach(() => {
  answers = []
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } })
  const queryFn = () => new Promise<string>((resolve) => void answers.push(resolve))
  new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {})
})
afterEach(() => client.clear())

async function answer(value: string): Promise<void> {
  answers.at(-1)?.(value)
  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe(value))
}

test('an answer that was under way when a frame came is asked for once more, however many frames came', async () => {
  for (let frame = 0; frame < 20; frame++) refetchIfInFlight(client, queryKey)
  expect(asked()).toBe(1)
  await answer('from before')
  await vi.waitFor(() => expect(asked()).toBe(2))
  await answer('from after')
  expect(asked()).toBe(2)
})

test('with nothing under way a frame asks for nothing', async () => {
  await answer('here')
  refetchIfInFlight(client, queryKey)
  expect(asked()).toBe(1)
})

test('what is asked for the first time is asked for again after a new connection: the answer may be from before it', async () => {
  refetch(client, queryKey)
  expect(asked()).toBe(1)
  await answer('from before')
  await vi.waitFor(() => expect(asked()).toBe(2))
})

test('what is there is asked for at once, once', async () => {
  await answer('here')
  refetch(client, queryKey)
  expect(asked()).toBe(2)
  await answer('new')
  expect(asked()).toBe(2)
})
