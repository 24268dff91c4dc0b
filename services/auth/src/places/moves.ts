import { errors } from '@zing/proto/errors'
import { MOVES_PER_30_DAYS, MOVES_PER_DAY } from '@zing/proto/limits'

const DAY_MS = 24 * 60 * 60 * 1_000
const LIMITS = [
  { max: MOVES_PER_DAY, withinMs: DAY_MS },
  { max: MOVES_PER_30_DAYS, withinMs: 30 * DAY_MS },
]

/** Adds a move to the times of the newest ones, in ms since 1970. 429 after too many. */
export function withMove(moves: number[], now: number): number[] {
  const freeAt = Math.max(...LIMITS.map(({ max, withinMs }) => (moves.at(-max) ?? Number.NEGATIVE_INFINITY) + withinMs))
  if (freeAt > now) throw errors.noMovesLeft({ retryAfterSeconds: Math.ceil((freeAt - now) / 1_000) })
  return [...moves, now].slice(-MOVES_PER_30_DAYS)
}
