import { expect, test } from 'vitest'
import { findLink } from './find-link.ts'

test.each([
  ['https://example.org', 'https://example.org'],
  ['HTTP://EXAMPLE.ORG/path', 'HTTP://EXAMPLE.ORG/path'],
  ['http://localhost', 'http://localhost'],
  ['ftp://nowhere', 'ftp://nowhere'],
  ['look at www.nowhere', 'www.nowhere'],
  ['example.org', 'example.org'],
  ['(my page: ada.example.io/me.)', 'ada.example.io/me'],
  ['Write to ada@example.org!', 'ada@example.org'],
  ['t.me/ada', 't.me/ada'],
  ['visit evil.com.Really', 'evil.com.Really'],
  ['evil.com-look', 'evil.com-look'],
  ['почта@пример.рф', 'почта@пример.рф'],
  ['evil.xn--p1ai', 'evil.xn--p1ai'],
  ['two\nlines of evil.com', 'evil.com'],
])('%j has the link %s', (text, word) => expect(findLink(text)).toBe(word))

test.each([
  ['a zero-width space', 'evil\u200b.com'],
  ['a soft hyphen in the domain', 'evil.c\u00adom'],
  ['a word joiner, a filler and a tag', 'ev\u2060il.\u3164com\u{e0061}'],
  ['an annotation mark', 'evil\ufff9.com'],
  ['a mark for the direction', 'evil\u200e.com'],
  ['an ideographic full stop', 'evil\u3002com'],
  ['a wide full stop', 'evil\uff0ecom'],
  ['a half-wide full stop', 'evil\uff61com'],
  ['a one dot leader', 'evil\u2024com'],
  ['a small full stop', 'evil\ufe52com'],
  ['a letter of Lisu', 'evil\ua4f8com'],
  ['wide letters', 'ｅｖｉｌ．ｃｏｍ'],
  ['letters in circles', 'evil.ⓒⓞⓜ'],
])('SEC-150 %s does not hide a link', (_what, text) => expect(findLink(`See ${text}`)).toBe('evil.com'))

test('SEC-150 look-alike letters do not hide a domain', () => {
  expect(findLink('evil.с\u043em')).toBe('evil.с\u043em')
})

test.each([
  'Hello!',
  'I like tea.Really',
  'I am 1.80 m. You?',
  'See you at 7.30',
  'Well... maybe',
  'Well…really',
  'What about Friday? Yes. No.',
  'e.g. hiking, i.e. walking',
  'U.S.A.',
  'ada@home',
  'Awww.Really',
  'Чай.Люблю',
  'cats, dogs://',
])('%s has no link', (text) => expect(findLink(text)).toBeNull())

test('a long word is cut', () => {
  expect(findLink(`https://${'🦊'.repeat(100)}`)).toBe(`https://${'🦊'.repeat(52)}…`)
})

test('the longest text is searched quickly', () => {
  const started = process.cpuUsage()
  for (const text of ['a.'.repeat(500_000), '.a'.repeat(500_000), 'w'.repeat(1_000_000), '\u200b.'.repeat(500_000)])
    expect(findLink(text)).toBeNull()
  const { user, system } = process.cpuUsage(started) // in us; a clock would count other processes too
  expect(user + system).toBeLessThan(5_000_000)
})
