import { expect, test } from 'vitest'
import { banner } from './banner.ts'

test('the banner tells the address, the demo login, the PIN, and what a person should know', () => {
  const facts = { addresses: ['http://localhost:8080'], adminPin: '4821', dataDir: '.data' }
  const demo = { username: 'ada', password: 'pw' }

  expect(banner({ ...facts, demo, bot: 'Mila - demo', warnings: ['No Redis.'] }).split('\n')).toEqual([
    '',
    '  Zing is running.',
    '',
    '  Open        http://localhost:8080',
    '  Demo login  ada  /  pw',
    '  Try         like Mila - demo, a program that likes back and answers',
    '  Admin PIN   4821',
    '  Data        .data',
    '  Stop        Ctrl-C',
    '',
    '  Note: No Redis.',
    '',
  ])
  expect(banner({ ...facts, demo: null, bot: null, warnings: [] })).toContain(
    '  Demo        nobody was added; sign up\n  Admin PIN',
  )
})
