import { expect, test } from 'vitest'
import { toSources } from './get-sign-ups.ts'

test('labels with fewer than ten members count together, whatever their days', () => {
  const sources = [
    { day: 1, label: 'Poster', joined: 6 },
    { day: 2, label: 'Poster', joined: 6 },
    { day: 1, label: null, joined: 20 },
    { day: 1, label: 'Radio', joined: 9 },
    { day: 1, label: '', joined: 3 },
  ]
  const named = [
    { label: null, members: 20 },
    { label: 'Poster', members: 12 },
  ]
  expect(toSources(sources)).toEqual({ sources: named, otherSources: 12 })
  expect(toSources(sources.slice(3, 4))).toEqual({ sources: [], otherSources: null })
})
