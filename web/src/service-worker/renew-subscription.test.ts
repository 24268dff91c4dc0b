import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { renewSubscription } from './renew-subscription.ts'

const network = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>()
vi.stubGlobal('fetch', network)

const realNavigator = navigator
const KEY = new Uint8Array([4, 1]).buffer
function subscription(endpoint: string): PushSubscription {
  const toJSON = () => ({ endpoint, keys: { p256dh: 'key', auth: 'secret' } })
  return { endpoint, options: { applicationServerKey: KEY }, toJSON } as unknown as PushSubscription // the part in use
}
const subscribe = vi.fn(async (_options: PushSubscriptionOptionsInit) => subscription('https://push.example/new'))
const change = (oldSubscription: string | null, newSubscription: string | null) => ({
  oldSubscription: oldSubscription ? subscription(oldSubscription) : null,
  newSubscription: newSubscription ? subscription(newSubscription) : null,
})
const calls = () =>
  network.mock.calls
    .map(([path, init]) => [init?.method ?? 'GET', path, JSON.parse(String(init?.body ?? null))])
    .filter(([, path]) => path === PATH || path === '/config.json')

const PATH = '/api/push/subscriptions'
const BOUND = { endpoint: 'https://push.example/new', keys: { p256dh: 'key', auth: 'secret' }, language: 'fr' }
const responses: Record<string, object> = {}

beforeEach(() => {
  network.mockReset()
  responses['/config.json'] = { vapidPublicKey: 'B-key' }
  responses['/api/user'] = { language: 'fr' }
  responses['/api/community'] = { languages: ['de', 'fr'], defaultLanguage: 'de' }
  network.mockImplementation(async (path) => Response.json(responses[path] ?? null))
  subscribe.mockClear()
})

test('a subscription that the browser replaced is bound in the language of its account (10.language.push)', async () => {
  await renewSubscription(change('https://push.example/old', 'https://push.example/new'), { subscribe })
  expect(calls()).toEqual([
    ['POST', PATH, BOUND],
    ['DELETE', PATH, { endpoint: 'https://push.example/old' }],
  ])
  expect(subscribe).not.toHaveBeenCalled()
})

test('when the browser has only ended a subscription, it is made again with the same key', async () => {
  await renewSubscription(change('https://push.example/old', null), { subscribe })
  expect(subscribe.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey: KEY }]])
  expect(calls().map(([method]) => method)).toEqual(['POST', 'DELETE'])
})

test('without the old one the key of the server is asked for', async () => {
  await renewSubscription(change(null, null), { subscribe })
  expect(subscribe.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey: 'B-key' }]])
  expect(calls()).toEqual([
    ['GET', '/config.json', null],
    ['POST', PATH, BOUND],
  ])
})

test.each([
  ['the browser', ['sv', 'fr-CA'], 'fr'],
  ['the community', ['sv'], 'de'],
])(
  'when the account has no language, a renewed subscription takes the language of %s (10.language.push)',
  async (_, languages, language) => {
    responses['/api/user'] = {}
    vi.stubGlobal('navigator', { languages })
    onTestFinished(() => void vi.stubGlobal('navigator', realNavigator))
    await renewSubscription(change(null, 'https://push.example/new'), { subscribe })
    expect(calls()).toEqual([['POST', PATH, { ...BOUND, language }]])
  },
)
