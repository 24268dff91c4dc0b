export function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

export function ages({ ageFrom, ageTo }: { ageFrom: number; ageTo: number | null }): string {
  return ageTo === null ? `${ageFrom} and older` : `${ageFrom}–${ageTo}`
}

/** Formats hours as "5 hours" or "3 days". */
export function duration(hours: number): string {
  return hours < 48 ? count(hours, 'hour', 'hours') : count(Math.floor(hours / 24), 'day', 'days')
}

export function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}
