import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** The process of one part of the product under test, as its supervisor keeps it; 0 while there is none. */
export function pidOf(name: 'gateway' | 'auth' | 'social' | 'chat' | 'admin'): number {
  const file = path.join(process.env.E2E_DATA_DIR ?? '', 'pids.json')
  return z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(file, 'utf8')))[name] ?? 0
}
