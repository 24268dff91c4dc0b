import { expect, test } from 'vitest'
import { describeBrowser } from './describe-browser.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`,
    'Microsoft Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox', 'Linux'],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${WEBKIT} Chrome/126.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Chrome OS'],
])('%s is named', (userAgent, browser, system) => {
  expect(describeBrowser(userAgent)).toEqual({ browser, system })
})

test.each(['', 'x', 'curl/8.0', 'Your own phone/1.0 (trust me)', '<b>Your phone</b>/1 x', '\n'])(
  'the text %j of a client is not repeated',
  (userAgent) => {
    expect(describeBrowser(userAgent)).toEqual({ browser: null, system: null })
  },
)

test('a User-Agent that is cut off is named without an error', () => {
  const whole = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`
  for (let length = 1; length < whole.length; length++) describeBrowser(whole.slice(0, length))
  expect(describeBrowser(whole.slice(0, 60)).system).toBe('Windows')
})
