const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
// kept: making one costs a hundred times as much as using it, and a chat uses two a message
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const EXACT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })

/** Formats as "now", "2 min", "3 h", "Yesterday", "Mon" or "12 Mar". */
export function shortTime(iso: string, now = new Date()): string {
  const at = new Date(iso)
  const age = now.getTime() - at.getTime()
  if (age < MINUTE) return 'now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`
  const days = daysBetween(at, now)
  if (days === 0) return `${Math.floor(age / HOUR)} h`
  if (days === 1) return 'Yesterday'
  if (days < 7) return at.toLocaleDateString('en-GB', { weekday: 'short' })
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
}

/** Formats for a sentence: "just now", "5 min ago", "yesterday", "on 1 Jan". */
export function timeAgo(iso: string, now = new Date()): string {
  const time = shortTime(iso, now)
  if (time === 'now') return 'just now'
  if (time === 'Yesterday') return 'yesterday'
  return /^\d+ (min|h)$/.test(time) ? `${time} ago` : `on ${time}`
}

/** Formats a limit as "30 days". */
export function wholeDays(ms: number): string {
  return `${ms / DAY} days`
}

/** Formats as "Today", "Yesterday" or the date. */
export function dayLabel(iso: string, now = new Date()): string {
  const at = new Date(iso)
  const days = daysBetween(at, now)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  const isThisYear = at.getFullYear() === now.getFullYear()
  return at.toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  })
}

export function clockTime(iso: string): string {
  return CLOCK.format(new Date(iso))
}

export function exactTime(iso: string): string {
  return EXACT.format(new Date(iso))
}

export function isSameDay(a: string, b: string): boolean {
  return daysBetween(new Date(a), new Date(b)) === 0
}

function daysBetween(from: Date, to: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((midnight(to) - midnight(from)) / DAY)
}
