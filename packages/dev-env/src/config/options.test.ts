import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../root.ts'
import { readOptions } from './options.ts'
import { readScale } from './scale.ts'

test('without any variable Zing runs on loopback with demo users and bots', () => {
  expect(readOptions({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    dataDir: path.join(ROOT, '.data'),
    hasDemo: true,
    hasBots: true,
    adminPin: undefined,
    rateProfile: 'normal',
    logLevel: 'info',
    isSupervised: true,
    scale: readScale([]),
    isWatching: false,
  })
})

test('every option is read, and an empty variable counts as unset', () => {
  const dataDir = path.join(path.parse(ROOT).root, 'somewhere')

  expect(
    readOptions(
      {
        PORT: '9000',
        HOST: '0.0.0.0',
        DATA_DIR: dataDir,
        DEMO: '0',
        ADMIN_PIN: '0042',
        RATE_PROFILE: 'off',
        LOG_LEVEL: '',
        SUPERVISE: '0',
      },
      ['--scale', 'chat=2'],
    ),
  ).toEqual({
    port: 9000,
    host: '0.0.0.0',
    dataDir,
    hasDemo: false,
    hasBots: false,
    adminPin: '0042',
    rateProfile: 'off',
    logLevel: 'info',
    isSupervised: false,
    scale: { ...readScale([]), chat: 2 },
    isWatching: false,
  })
})

test('npm run dev watches the sources, and takes the options of npm start too', () => {
  expect(readOptions({}, ['--watch', '--scale', 'chat=2'])).toMatchObject({ isWatching: true, scale: { chat: 2 } })
})

test('in production there are no bots', () => {
  expect(readOptions({ NODE_ENV: 'production' })).toMatchObject({ hasDemo: true, hasBots: false })
})

test('one sentence names every invalid value', () => {
  expect(() => readOptions({ PORT: '99999', DEMO: 'no', ADMIN_PIN: '12', RATE_PROFILE: 'fast' })).toThrow(
    'Please correct: PORT must be a number up to 65535; DEMO must be 0 or 1; ADMIN_PIN must have 4 digits; RATE_PROFILE must be one of normal, strict, off.',
  )
})
