export type Range = readonly [least: number, most: number]

export const LIKE_BACK_MS: Range = [2_000, 6_000]
export const READ_MS: Range = [1_000, 3_000]
const TYPING_MS: Range = [1_500, 3_000]
const TYPING_PER_CHARACTER_MS = 15

export function randomBetween([least, most]: Range, random: () => number): number {
  return Math.round(least + (most - least) * random())
}

export function typingMs(content: string): number {
  const [least, most] = TYPING_MS
  return Math.min(most, least + content.length * TYPING_PER_CHARACTER_MS)
}
