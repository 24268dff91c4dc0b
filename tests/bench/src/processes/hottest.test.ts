import { expect, test } from 'vitest'
import { hottest } from './hottest.ts'

test('it ranks functions by self time, without idle time and the profiler', () => {
  const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 9 })
  const profile = {
    nodes: [
      { id: 1, callFrame: frame('(idle)') },
      { id: 2, callFrame: frame('verify', 'file:///x/node_modules/jsonwebtoken/verify.js') },
      { id: 3, callFrame: frame('send', 'file:///x/services/chat/src/send.ts') },
      { id: 4, callFrame: frame('verify', 'file:///x/node_modules/jsonwebtoken/verify.js') },
      { id: 5, callFrame: frame('dispatch') },
    ],
    samples: [1, 2, 3, 4, 5, 99],
    timeDeltas: [1_000, 30, 20, 50, 500, 7],
  }
  expect(hottest(profile, 2)).toEqual([
    { share: 0.8, where: 'verify jsonwebtoken/verify.js:10' },
    { share: 0.2, where: 'send chat/src/send.ts:10' },
  ])
})
