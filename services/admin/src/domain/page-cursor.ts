import { AppError } from '@zing/kit/errors'

/** The last entry of a page: its place in the order, and its id among those of one place. */
export interface PagePosition {
  at: Date
  id: number
}

export function encodeCursor({ at, id }: PagePosition): string {
  return `${at.getTime()}.${id}`
}

export function decodeCursor(cursor: string): PagePosition {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor)
  if (!match) throw new AppError(400, 'Invalid cursor')
  return { at: new Date(Number(match[1])), id: Number(match[2]) }
}
