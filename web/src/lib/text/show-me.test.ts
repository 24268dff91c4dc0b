import { expect, test, vi } from 'vitest'

test.each([
  ['female', 'straight', 'men'],
  ['Male', 'straight', 'women'],
  ['male', 'gay', 'men'],
  ['female', 'Gay', 'women'],
  ['female', 'lesbian', 'women'],
  ['female', 'bisexual', 'all'],
  ['non-binary', 'straight', 'all'],
  ['other', 'words of my own', 'all'],
])('%s and %s suggests %s', async (gender, orientation, answer) => {
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  const { suggestedAnswer } = await import('./show-me.ts')
  expect(suggestedAnswer(gender, orientation)).toBe(answer)
  vi.unstubAllGlobals()
})
