import { expect, test } from 'vitest'
import { strategyFor } from './strategy.ts'

const here = { origin: 'https://zing.example', files: ['/assets/index-abc.js', '/bolt.svg'] }
const ask = (path: string, more: Partial<Request> = {}) =>
  strategyFor({ method: 'GET', mode: 'cors', url: new URL(path, here.origin).href, ...more }, here)

test.each(['/', '/feed', '/chat/7', '/preferences', '/auth?next=1'])('the screen %s is answered as a page', (path) => {
  expect(ask(path, { mode: 'navigate' })).toBe('page')
})

test.each(['/assets/index-abc.js', '/bolt.svg'])('%s is a file of this version', (path) => {
  expect(ask(path)).toBe('file')
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
])('%s is left to the network, opened as a page or asked for by a script', (path) => {
  expect([ask(path), ask(path, { mode: 'navigate' })]).toEqual([null, null])
})

test('what is written and what belongs to others is left to the network', () => {
  expect([
    ask('/assets/index-abc.js', { method: 'POST' }),
    ask('/feed', { method: 'POST', mode: 'navigate' }),
    ask('https://elsewhere.example/feed', { mode: 'navigate' }),
    ask('https://elsewhere.example/bolt.svg'),
  ]).toEqual([null, null, null, null])
})
