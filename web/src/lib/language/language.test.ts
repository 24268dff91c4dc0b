import { i18n } from '@lingui/core'
import { afterAll, expect, test, vi } from 'vitest'
import { WAIT } from '../../test/wait.ts'

// A build splits each language into parts; each is loaded when the test says so.
const arrivals = new Map<string, () => void>()
const part = (name: string, texts: Record<string, string>) => {
  let loading: Promise<{ default: Record<string, string> }> | null = null // as with import(), which loads once
  return () => {
    loading ??= new Promise((resolve) => arrivals.set(name, () => resolve({ default: texts })))
    return loading
  }
}
vi.mock('virtual:texts', () => ({
  default: {
    en: { first: part('en/first', {}), member: part('en/member', {}) },
    ar: { first: part('ar/first', { a: 'first' }), member: part('ar/member', { b: 'member' }) },
  },
}))
vi.stubGlobal('document', { documentElement: {} })
const { language, loadTexts, speak } = await import('./language.ts')
afterAll(() => {
  vi.unstubAllGlobals()
  i18n.activate('en', 'en-GB') // the next file shares it
})

const arrived = (name: string) =>
  vi.waitFor(() => {
    expect([...arrivals.keys()]).toContain(name)
    arrivals.get(name)?.()
  }, WAIT)

test('when a screen loads while the language is chosen, its texts in this one load at once', async () => {
  const spoken = speak('ar')
  const loaded = loadTexts('member')
  await arrived('ar/member')
  await arrived('ar/first')
  await Promise.all([spoken, loaded])
  expect(language.get()).toBe('ar')
  expect([i18n._('a'), i18n._('b')]).toEqual(['first', 'member'])
  expect([...arrivals.keys()].filter((name) => name.startsWith('en/'))).toEqual([])
})

test('when two languages are chosen at once, the last one is shown', async () => {
  const first = speak('en')
  const second = speak('ar')
  await arrived('en/first')
  await arrived('en/member')
  await Promise.all([first, second])
  expect(language.get()).toBe('ar')
})
