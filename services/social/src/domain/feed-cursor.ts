import { AppError } from '@zing/kit/errors'

export interface FeedPosition {
  createdAt: Date
  id: number
}

const FORMAT = /^(\d{1,15})\.([1-9]\d{0,15})$/

export function encodeCursor({ createdAt, id }: FeedPosition): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url')
}

export function decodeCursor(cursor: string): FeedPosition {
  const [, time, id] = FORMAT.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (!time || !id) throw new AppError(400, 'Invalid cursor')
  return { createdAt: new Date(Number(time)), id: Number(id) }
}
