import { z } from 'zod/mini'
import { readStored, writeStored } from './stored.ts'

export interface Chat {
  userId: number
  partnerId: number
}

const key = ({ userId, partnerId }: Chat) => `zing.draft.${userId}.${partnerId}`

export function readDraft(chat: Chat): string {
  return readStored(sessionStorage, key(chat), z.string()) ?? ''
}

export function saveDraft(chat: Chat, text: string): void {
  writeStored(sessionStorage, key(chat), text === '' ? null : text)
}
