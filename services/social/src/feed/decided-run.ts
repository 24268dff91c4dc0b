import type { DiscoveryPreferences } from '@zing/proto/profiles/discovery'
import type { DecidedRun } from '../models/profile.ts'
import type { FeedPosition } from './feed-cursor.ts'

/** A shorter run is read again with every page. */
export const RUN_MIN = 200
/** Longer ago, users of a run may have begun to fit, or their passes may have ended. */
const FRESH_MS = 60 * 60 * 1_000

interface Reader {
  gender: string
  age: number
  lookingFor: string | null
  preferences: DiscoveryPreferences
}

export function feedKey({ gender, age, lookingFor, preferences }: Reader): string {
  return JSON.stringify([gender, age, lookingFor, preferences])
}

export function isUsable(run: DecidedRun, key: string, now: Date, passesFrom: Date | null | undefined): boolean {
  const isFresh = run.at.getTime() > now.getTime() - FRESH_MS
  return isFresh && run.key === key && (!passesFrom || run.at > passesFrom)
}

function isOlder(a: FeedPosition, b: FeedPosition): boolean {
  const [one, two] = [a.createdAt.getTime(), b.createdAt.getTime()]
  return one < two || (one === two && a.id < b.id)
}

/** Where to read on behind `position`: up to the run, from the end of the run, or without regard to it. */
export function partAt(
  run: DecidedRun | null,
  position: FeedPosition | null,
): { after: FeedPosition | null; until: FeedPosition | null; isBehindRun: boolean } {
  const whole = { after: position, until: null, isBehindRun: false }
  if (!run) return whole
  const begin = { createdAt: run.newestAt, id: 0 }
  const end = { createdAt: run.oldestAt, id: Number.MAX_SAFE_INTEGER }
  if (!position || isOlder(begin, position)) return { ...whole, until: begin }
  return isOlder(end, position) ? { after: end, until: null, isBehindRun: true } : whole
}

/** Finds the longest run while a feed is read, newest first. */
export function followRuns(key: string, now: Date) {
  let current: DecidedRun | null = null
  let longest: DecidedRun | null = null

  function extend(by: Omit<DecidedRun, 'key'>): void {
    const { newestAt, at, length } = current ?? { newestAt: by.newestAt, at: by.at, length: 0 }
    current = { key, newestAt, oldestAt: by.oldestAt, length: length + by.length, at: at < by.at ? at : by.at }
    if (!longest || current.length >= longest.length) longest = current
  }

  return {
    decided: (createdAt: Date) => extend({ newestAt: createdAt, oldestAt: createdAt, length: 1, at: now }),
    skipped: (run: DecidedRun) => extend(run),
    open(): void {
      current = null
    },
    longest: (): DecidedRun | null => longest,
  }
}
