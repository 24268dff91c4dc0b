import { errors } from '@zing/proto/errors'

/** The last entry of a page: its place in the order, and its id, which orders entries of one place. */
export interface PagePosition {
  at: Date
  id: number
}

export function encodeCursor({ at, id }: PagePosition): string {
  return `${at.getTime()}.${id}`
}

/** Continues a list of cases by opening time, since their ids are random. */
export function openedAfter(cursor: string) {
  if (cursor === '') return {}
  const { at, id } = decodeCursor(cursor)
  return { openedAt: { $gte: at }, $or: [{ openedAt: { $gt: at } }, { _id: { $gt: id } }] }
}

export function decodeCursor(cursor: string): PagePosition {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor)
  if (!match) throw errors.invalidCursor()
  return { at: new Date(Number(match[1])), id: Number(match[2]) }
}
