import { expect, test } from 'vitest'
import { splitLinks } from './split-links.ts'

const links = (content: string) => splitLinks(content).flatMap(({ text, href }) => (href ? [[text, href]] : []))

test.each([
  ['See https://example.org/a', 'https://example.org/a', 'https://example.org/a'],
  ['www.example.org, or not', 'www.example.org', 'https://www.example.org/'],
  ['(see http://example.org/a).', 'http://example.org/a', 'http://example.org/a'],
  ['https://example.org/a_(b)!', 'https://example.org/a_(b)', 'https://example.org/a_(b)'],
  ['https://example.org/path/?', 'https://example.org/path/', 'https://example.org/path/'],
  ['“https://example.org”', 'https://example.org', 'https://example.org/'],
])('%j has the link %j', (content, text, href) => {
  expect(links(content)).toEqual([[text, href]])
})

test('a link shows the host as browsers resolve it, not look-alike letters', () => {
  expect(links('https://аpple.com/x')).toEqual([['https://аpple.com/x', 'https://xn--pple-43d.com/x']])
})

test.each([
  'no link here',
  'example.org',
  'ftp://example.org',
  'javascript:alert(1)',
  'http://localhost/a',
  'https://bank.example@evil.example/',
  'https://',
  'awww.yes',
])('%j has no link', (content) => {
  expect(splitLinks(content)).toEqual([{ text: content, href: null }])
})

test('the parts of a message together are the message', () => {
  const content = 'a https://example.org/x, www.example.org\nb'
  expect(
    splitLinks(content)
      .map(({ text }) => text)
      .join(''),
  ).toBe(content)
  expect(splitLinks(content).map(({ href }) => href !== null)).toEqual([false, true, false, true, false])
})
