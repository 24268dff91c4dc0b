import type { Dashboard } from '@zing/proto/community/dashboard'
import { GENDERS } from '@zing/proto/product'

const DAY_MS = 24 * 60 * 60 * 1_000
export const COUNTED_AT = '2026-03-29T12:00:00.000Z'
const BANDS = [18, 26, 35, 45, 60]

/** A community in which nothing needs to be done. */
export function calmDashboard(more: Partial<Dashboard> = {}): Dashboard {
  const from = '2026-03-02'
  return {
    from,
    to: '2026-03-29',
    signUps: {
      at: COUNTED_AT,
      members: 420,
      byDay: Array.from({ length: 28 }, (_, day) => ({
        day: new Date(Date.parse(from) + day * DAY_MS).toISOString().slice(0, 10),
        members: day === 9 ? null : 12 + ((day * 7) % 11),
      })),
      sources: [
        { label: null, members: 240 },
        { label: 'Poster at the station', members: 130 },
        { label: 'Radio', members: 38 },
      ],
      otherSources: 12,
      withPhoto: 340,
      lastHour: null,
      usualHour: 1.2,
    },
    meetings: {
      at: COUNTED_AT,
      liked: 250,
      matched: 140,
      hoursToMatch: 31,
      after7Days: { members: 310, stayed: 170 },
      after28Days: { members: 14, stayed: 10 },
      active: 610,
      emptyFeed: { asked: 400, empty: 22 },
      balance: GENDERS.flatMap((gender, row) =>
        BANDS.map((ageFrom, at) => {
          const members = [[90, 120, 60, 22], [70, 110, 52, 18], [14, 11], []][row]?.[at] ?? null
          const next = BANDS[at + 1]
          const seekers = members && Math.round(members * (1.1 + row / 2))
          return { gender, ageFrom, ageTo: next === undefined ? null : next - 1, members, seekers }
        }),
      ),
    },
    talks: { at: COUNTED_AT, wrote: 95, replied: 61, hoursToReply: 72, media: { bytes: 3_400_000_000, senders: 80 } },
    workload: { at: COUNTED_AT, reports: 9, openCases: 2, oldestCaseHours: 5, activeModerators: 2 },
    backup: { at: '2026-03-29T02:00:00.000Z' },
    ...more,
  }
}
