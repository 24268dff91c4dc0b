import { stableNumber } from './stable-hash.ts'

const ALWAYS = 2
// Together with two of five bots that always like back: two thirds of all pairs.
const SOMETIMES = { of: 9, yes: 4 }

/** Decides whether a bot likes a user back. The first bots always do, so that every user can match. */
export function likesBack({ index, myId, theirId }: { index: number; myId: number; theirId: number }): boolean {
  return likesFirst(index) || stableNumber(`like:${myId}:${theirId}`) % SOMETIMES.of < SOMETIMES.yes
}

/** The bots that like everybody back also like newcomers first. */
export function likesFirst(index: number): boolean {
  return index < ALWAYS
}
