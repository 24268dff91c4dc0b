import { errors } from '@zing/proto/errors'

export interface FeedPosition {
  createdAt: Date
  id: number
}

/** A position in `discover`. Users whom the first page has mixed in do not come again. */
export interface DiscoverPosition extends FeedPosition {
  mixedIds?: number[]
}

/** A cursor of the contract has room for this many. */
export const MIXED_MAX = 3

const FORMAT = /^(\d{1,15})\.([1-9]\d{0,15})(?:~([1-9]\d{0,15}(?:-[1-9]\d{0,15}){0,2}))?$/

export function encodeCursor({ createdAt, id, mixedIds = [] }: DiscoverPosition): string {
  const mixed = mixedIds.length > 0 ? `~${mixedIds.join('-')}` : ''
  return Buffer.from(`${createdAt.getTime()}.${id}${mixed}`).toString('base64url')
}

export function decodeCursor(cursor: string): DiscoverPosition {
  const [, time, id, mixed] = FORMAT.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (!time || !id) throw errors.invalidCursor()
  const position = { createdAt: new Date(Number(time)), id: Number(id) }
  return mixed ? { ...position, mixedIds: mixed.split('-').map(Number) } : position
}

/** The filter for profiles after a position, newest first. */
export function olderThan(after: FeedPosition | null) {
  return {
    ...(after && {
      createdAt: { $lte: after.createdAt },
      $or: [{ createdAt: { $lt: after.createdAt } }, { _id: { $lt: after.id } }],
    }),
  }
}
