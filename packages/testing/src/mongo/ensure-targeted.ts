import { expect } from 'vitest'
import { afterTestOrFile } from '../after-test-or-file.ts'
import { findUntargeted } from './find-untargeted.ts'
import { onMongoCommand } from './mongo-commands.ts'

/** Watches services started by this file. It fails if a command asks every shard and is not listed in shard-keys.ts. */
export function ensureTargeted(mongoUrl: string): void {
  const found = new Set<string>()
  onMongoCommand(mongoUrl, ({ command }) => {
    for (const statement of findUntargeted(command)) found.add(statement)
  })
  afterTestOrFile(() => {
    expect([...found], 'name the shard key, or list them in packages/testing/src/mongo/shard-keys.ts').toEqual([])
  })
}
