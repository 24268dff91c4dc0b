import { expect, test } from 'vitest'
import { PLANS } from '../shared/plan.ts'
import { commandOf, readOptions } from './options.ts'

test('a script without options runs its plan on a new product', () => {
  expect(readOptions(['chat'], { PAIRS: '', ZING_URL: '' })).toEqual({
    script: 'chat',
    plan: { ...PLANS.chat, isPosting: false, solvers: 0 },
    url: undefined,
    scale: undefined,
    isRolling: false,
    isPublished: false,
    adminPin: undefined,
    k6Path: undefined,
    k6Options: [],
  })
})

test('it passes unknown options to k6 in their order', () => {
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

test('a roll runs longer than the plan, unless SECONDS is set', () => {
  expect(readOptions(['mixed-day', '--roll'], {}).plan.seconds).toBeGreaterThan(PLANS['mixed-day'].seconds)
  expect(readOptions(['mixed-day', '--roll'], { SECONDS: '7' }).plan.seconds).toBe(7)
})

test('a storm has two hosts, one of which it loses', () => {
  expect(readOptions(['storm'], {}).scale).toBe('gateway=2,chat=2')
  expect(readOptions(['storm', '--scale', 'gateway=3,chat=3'], {}).scale).toBe('gateway=3,chat=3')
})

test('environment variables override the plan', () => {
  expect(
    readOptions(['chat'], {
      PAIRS: '400',
      SINGLES: '0',
      RATE: '50',
      SECONDS: '5',
      WARM_UP: '0',
      SEND_BY: 'post',
      SOLVERS: '9',
    }).plan,
  ).toEqual({
    ...PLANS.chat,
    isPosting: true,
    solvers: 9,
    pairs: 400,
    rate: 50,
    seconds: 5,
    warmUp: 0,
  })
})

test('the command in a report repeats the run', () => {
  const environment = { RATE: '50', PAIRS: '', HOME: '/home/ann' }
  expect(commandOf(['chat', '--scale', 'chat=2'], environment)).toBe('RATE=50 npm run load -- chat --scale chat=2')
})

test.each([
  [[], {}, /^Which script\?/],
  [['chatt'], {}, /smoke \| feed \| likes \| chat \| reconnect-storm \| storm \| mixed-day/],
  [['chat'], { PAIRS: 'x', RATE: '-1', ZING_URL: 'here' }, /^Invalid environment variables: PAIRS, RATE, ZING_URL\.$/],
  [['chat', '--roll'], {}, /^--roll needs mixed-day/],
  [['door'], { ZING_URL: 'http://127.0.0.1:8080' }, /remove ZING_URL/],
  [['storm'], { ZING_URL: 'http://127.0.0.1:8080' }, /remove ZING_URL/],
  [['moderation'], { ZING_URL: 'http://127.0.0.1:8080' }, /set the ADMIN_PIN/],
  [['mixed-day', '--roll'], { ZING_URL: 'http://127.0.0.1:8080' }, /remove ZING_URL/],
  [['chat', '--scale', 'chat=2'], { ZING_URL: 'http://127.0.0.1:8080' }, /remove ZING_URL/],
])('%j with %j is rejected with an explanation', (args, env, message) => {
  expect(() => readOptions(args, env)).toThrow(message)
})
