import { z } from 'zod/mini'
import { readStored, writeStored } from '../../lib/stored.ts'

const key = (partnerId: number) => `zing.draft.${partnerId}`

/** What was typed in a chat and not sent, for as long as the tab lives. */
export function draftOf(partnerId: number): string {
  return readStored(sessionStorage, key(partnerId), z.string()) ?? ''
}

export function keepDraftOf(partnerId: number, text: string): void {
  writeStored(sessionStorage, key(partnerId), text === '' ? null : text)
}
