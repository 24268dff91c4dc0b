import { expect, test } from 'vitest'
import { PLANS } from '../shared/plan.ts'
import { commandOf, readOptions } from './options.ts'

test('a script alone runs as it is planned, on a product of our own', () => {
  expect(readOptions(['chat'], { PAIRS: '', ZING_URL: '' })).toEqual({
    script: 'chat',
    plan: PLANS.chat,
    url: undefined,
    scale: undefined,
    isRolling: false,
    isPublished: false,
    k6Path: undefined,
    k6Options: [],
  })
})

test('what is not ours is for k6, in its order', () => {
  const args = ['mixed-day', '--tag', 'x=1', '--scale', 'chat=2', '--roll', '-v', '--publish', '--out=json=a.json']
  expect(readOptions(args, {})).toMatchObject({
    scale: 'chat=2',
    isRolling: true,
    isPublished: true,
    k6Options: ['--tag', 'x=1', '-v', '--out=json=a.json'],
  })
  expect(readOptions(['smoke', '--scale=auth=2,chat=2', '--http-debug'], {})).toMatchObject({
    scale: 'auth=2,chat=2',
    k6Options: ['--http-debug'],
  })
})

test('a roll lasts long enough to restart everything', () => {
  expect(readOptions(['mixed-day', '--roll'], {}).plan.seconds).toBeGreaterThan(PLANS['mixed-day'].seconds)
  expect(readOptions(['mixed-day', '--roll'], { SECONDS: '7' }).plan.seconds).toBe(7)
})

test('the size can be changed from outside', () => {
  expect(readOptions(['chat'], { PAIRS: '400', SINGLES: '0', RATE: '50', SECONDS: '5', WARM_UP: '0' }).plan).toEqual({
    ...PLANS.chat,
    pairs: 400,
    rate: 50,
    seconds: 5,
    warmUp: 0,
  })
})

test('the command in a report runs the same again', () => {
  const environment = { RATE: '50', PAIRS: '', HOME: '/home/ann' }
  expect(commandOf(['chat', '--scale', 'chat=2'], environment)).toBe('RATE=50 npm run load -- chat --scale chat=2')
})

test.each([
  [[], {}, /^Which script\?/],
  [['chatt'], {}, /smoke \| feed \| likes \| chat \| reconnect-storm \| mixed-day/],
  [['chat'], { PAIRS: 'x', RATE: '-1', ZING_URL: 'here' }, /^Please correct: PAIRS, RATE, ZING_URL\.$/],
  [['chat', '--roll'], {}, /^--roll is for mixed-day/],
  [['mixed-day', '--roll'], { ZING_URL: 'http://127.0.0.1:8080' }, /leave ZING_URL out/],
  [['chat', '--scale', 'chat=2'], { ZING_URL: 'http://127.0.0.1:8080' }, /leave ZING_URL out/],
])('%j with %j is refused in one sentence', (args, env, sentence) => {
  expect(() => readOptions(args, env)).toThrow(sentence)
})
