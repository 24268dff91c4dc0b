import { expect, test } from 'vitest'
import { isLoneEmoji } from './lone-emoji.ts'

test.each(['😂', '❤️', '👍🏽', '👩‍❤️‍👨', '🏳️‍🌈', '🇩🇪', '🙌', '😂😂', '😂❤️🇩🇪'])('%s is emoji alone', (text) => {
  expect(isLoneEmoji(text)).toBe(true)
})

test.each(['', '😂😂😂😂', '😂!', 'a', '1', '#', '🇩', ' 😂'])('"%s" is not', (text) => {
  expect(isLoneEmoji(text)).toBe(false)
})
