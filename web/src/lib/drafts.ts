import { z } from 'zod/mini'
import { readStored, writeStored } from './stored.ts'

const key = (partnerId: number) => `zing.draft.${partnerId}`

export function readDraft(partnerId: number): string {
  return readStored(sessionStorage, key(partnerId), z.string()) ?? ''
}

export function saveDraft(partnerId: number, text: string): void {
  writeStored(sessionStorage, key(partnerId), text === '' ? null : text)
}
