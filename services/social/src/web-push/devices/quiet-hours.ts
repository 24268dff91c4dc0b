import type { QuietHours } from '@zing/proto/web-push'

/** True while it is quiet by the clock of the user, whose time zone may have summer time. `to` itself is not quiet. */
export function isQuiet(quietHours: QuietHours | null | undefined, at: Date): boolean {
  if (!quietHours) return false
  const { from, to, timeZone } = quietHours
  const now = timeOfDay(at, timeZone)
  if (from === to) return true // the whole day
  return from < to ? from <= now && now < to : from <= now || now < to
}

/** `HH:MM`, which compares as text. */
function timeOfDay(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
}
