import { z } from 'zod/mini'
import { INSTALL_PROMPT_EVERY_MS } from '../../lib/limits.ts'
import { readStored, writeStored } from '../../lib/state/stored.ts'

const KEY = 'zing.install-prompted-at'

export function isPromptDue(now = Date.now()): boolean {
  const lastAt = readStored(localStorage, KEY, z.number())
  return lastAt === null || now - lastAt >= INSTALL_PROMPT_EVERY_MS
}

export function recordPrompt(now = Date.now()): void {
  writeStored(localStorage, KEY, now)
}
