import { expect, test } from 'vitest'
import { strategyFor } from './strategy.ts'

const site = { origin: 'https://zing.example', files: ['/assets/index-abc.js', '/bolt.svg'] }
const strategyOf = (path: string, more: Partial<Request> = {}) =>
  strategyFor({ method: 'GET', mode: 'cors', url: new URL(path, site.origin).href, ...more }, site)

test.each(['/', '/feed', '/chat/7', '/preferences', '/auth?next=1'])('the screen %s is served as a page', (path) => {
  expect(strategyOf(path, { mode: 'navigate' })).toBe('page')
})

test.each(['/assets/index-abc.js', '/bolt.svg'])('%s is served as a file of this version', (path) => {
  expect(strategyOf(path)).toBe('file')
})

test.each([
  '/api/user',
  '/api/selfies/7/1',
  '/api/messages/7',
  '/ws',
  '/config.json',
  '/livez',
  '/readyz',
  '/sw.js',
  '/assets/index-other-version.js',
  '/nowhere',
])('%s is left to the network, as a navigation and as a request of a script', (path) => {
  expect([strategyOf(path), strategyOf(path, { mode: 'navigate' })]).toEqual([null, null])
})

test('writes and requests to other origins are left to the network', () => {
  expect([
    strategyOf('/assets/index-abc.js', { method: 'POST' }),
    strategyOf('/feed', { method: 'POST', mode: 'navigate' }),
    strategyOf('https://other.example/feed', { mode: 'navigate' }),
    strategyOf('https://other.example/bolt.svg'),
  ]).toEqual([null, null, null, null])
})
