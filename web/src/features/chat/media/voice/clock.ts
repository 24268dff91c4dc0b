import { i18n } from '@lingui/core'

/** Formats a duration as "0:07". */
export function clock(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  return `${i18n.number(Math.floor(seconds / 60))}:${i18n.number(seconds % 60, { minimumIntegerDigits: 2 })}`
}
