import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Formats as "now", "2 min", "3 h", "Yesterday", "Mon" or "12 Mar". */
export function shortTime(iso: string, now = new Date()): string {
  const at = new Date(iso)
  const age = now.getTime() - at.getTime()
  if (age < MINUTE) return t`now`
  if (age < HOUR) return t`${Math.floor(age / MINUTE)} min`
  const days = daysBetween(at, now)
  if (days === 0) return t`${Math.floor(age / HOUR)} h`
  if (days === 1) return t`Yesterday`
  if (days < 7) return i18n.date(at, { weekday: 'short' })
  return i18n.date(at, { day: 'numeric', month: 'short' })
}

/** Formats for a sentence: "just now", "5 min ago", "yesterday", "on 1 Jan". */
export function timeAgo(iso: string, now = new Date()): string {
  const at = new Date(iso)
  const age = now.getTime() - at.getTime()
  const days = daysBetween(at, now)
  if (age < MINUTE) return t`just now`
  if (age < HOUR) return t`${Math.floor(age / MINUTE)} min ago`
  if (days === 0) return t`${Math.floor(age / HOUR)} h ago`
  const day = shortTime(iso, now)
  return days === 1
    ? t`yesterday`
    : t({ message: `on ${day}`, comment: 'A weekday or a date, such as: on Thu, on 23 Feb' })
}

/** Formats a limit as "30 days". */
export function wholeDays(ms: number): string {
  return plural(ms / DAY, { one: '# day', other: '# days' })
}

/** Formats as "Today", "Yesterday" or the date. */
export function dayLabel(iso: string, now = new Date()): string {
  const at = new Date(iso)
  const days = daysBetween(at, now)
  if (days === 0) return t`Today`
  if (days === 1) return t`Yesterday`
  const isThisYear = at.getFullYear() === now.getFullYear()
  return i18n.date(at, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  })
}

/** Formats as "5 December". */
export function dayText(iso: string): string {
  return i18n.date(iso, { day: 'numeric', month: 'long' })
}

export function clockTime(iso: string): string {
  return i18n.date(iso, { hour: '2-digit', minute: '2-digit' })
}

export function exactTime(iso: string): string {
  return i18n.date(iso, { dateStyle: 'long', timeStyle: 'short' })
}

export function isSameDay(a: string, b: string): boolean {
  return daysBetween(new Date(a), new Date(b)) === 0
}

function daysBetween(from: Date, to: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((midnight(to) - midnight(from)) / DAY)
}
