import { expect, test } from 'vitest'
import { banner } from './banner.ts'

test('the banner shows the address, the demo login, the setup link, the PIN and the warnings', () => {
  const details = { addresses: ['http://localhost:8080'], adminPin: '4821', setupLink: null, dataDir: '.data' }
  const demo = { username: 'ada', password: 'pw' }

  expect(banner({ ...details, demo, bot: 'Mila - demo', warnings: ['No Redis.'] }).split('\n')).toEqual([
    '',
    '  Zing is running.',
    '',
    '  Open        http://localhost:8080',
    '  Demo login  ada  /  pw',
    '  Try         the bell: Mila - demo, a bot, soon likes you. Like back and write',
    '  Admin PIN   4821',
    '  Data        .data',
    '  Stop        Ctrl-C',
    '',
    '  Note: No Redis.',
    '',
  ])
  expect(banner({ ...details, demo: null, bot: null, warnings: [] })).toContain(
    '  Demo        no demo users; sign up\n  Admin PIN',
  )
  const setupLink = 'http://localhost:8080/setup#abc'
  expect(banner({ ...details, setupLink, demo: null, bot: null, warnings: [] })).toContain(
    `  Set up      ${setupLink}\n`,
  )
})
