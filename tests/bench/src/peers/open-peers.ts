import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createReaper } from '@zing/dev-env/processes/orphan-reaper'
import { createProcesses } from '@zing/dev-env/processes/processes'
import type { Pair } from '../load/chat.ts'
import type { Peer, PeerAdapter } from './peer.ts'

export interface Peers {
  /** Starts a server with accounts for the pairs; null if its programs are not installed. */
  start(adapter: PeerAdapter): Promise<Peer | null>
  stop(): Promise<void>
}

export async function openPeers(pairs: Pair[], log: (line: string) => void): Promise<Peers> {
  const processes = createProcesses({ reaper: createReaper() })
  const folder = await mkdtemp(path.join(tmpdir(), 'zing-peers-'))
  await chmod(folder, 0o711) // each server runs as its own user
  return {
    async start(adapter) {
      const missing = await adapter.findMissing()
      if (missing.length > 0) {
        log(`  ${adapter.name} is skipped: not installed: ${missing.join(', ')}`)
        return null
      }
      const dataDir = await mkdtemp(path.join(folder, `${adapter.name}-`))
      await chmod(dataDir, 0o711)
      log(`  starting ${adapter.name} with ${2 * pairs.length} accounts ...`)
      return adapter.start({ processes, dataDir, pairs })
    },
    async stop() {
      await processes.stopAll()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
