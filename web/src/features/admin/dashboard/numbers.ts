import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'

export function percent(share: number): string {
  return i18n.number(share, { style: 'percent' })
}

export function ages({ ageFrom, ageTo }: { ageFrom: number; ageTo: number | null }): string {
  return ageTo === null ? t`${ageFrom} and older` : `${ageFrom}–${ageTo}`
}

/** Formats hours as "5 hours" or "3 days". */
export function duration(hours: number): string {
  return hours < 48
    ? plural(hours, { one: '# hour', other: '# hours' })
    : plural(Math.floor(hours / 24), { one: '# day', other: '# days' })
}

const MEGABYTE = 1_000_000

/** Formats bytes as "1,200 MB". */
export function megabytes(bytes: number): string {
  return i18n.number(Math.ceil(bytes / MEGABYTE), { style: 'unit', unit: 'megabyte' })
}
