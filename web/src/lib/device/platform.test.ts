import { expect, test } from 'vitest'
import { isIos, isIosApp, isIosSafari } from './platform.ts'

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const CHROME = SAFARI.replace('Version/18.0', 'CriOS/130.0')
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36'

const device = (userAgent: string, more = {}) => ({
  userAgent,
  platform: 'iPhone',
  maxTouchPoints: 5,
  isInstalled: false,
  ...more,
})

test.each([
  ['Safari on an iPhone', device(SAFARI), { ios: true, safari: true, app: false }],
  ['the same from the home screen', device(SAFARI, { isInstalled: true }), { ios: true, safari: true, app: true }],
  ['Chrome on an iPhone', device(CHROME), { ios: true, safari: false, app: false }],
  ['an iPad that says Mac', device(MAC, { platform: 'MacIntel' }), { ios: true, safari: true, app: false }],
  ['a Mac', device(MAC, { platform: 'MacIntel', maxTouchPoints: 0 }), { ios: false, safari: false, app: false }],
  [
    'an Android app',
    device(ANDROID, { platform: 'Linux', isInstalled: true }),
    { ios: false, safari: false, app: false },
  ],
])('the platform is detected for %s', (_name, given, { ios, safari, app }) => {
  expect([isIos(given), isIosSafari(given), isIosApp(given)]).toEqual([ios, safari, app])
})
