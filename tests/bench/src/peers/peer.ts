import type { Processes } from '@zing/dev-env/processes/processes'
import type { ProcessGroups } from '../cpu.ts'
import type { Pair } from '../load/chat.ts'
import type { ChatServer } from '../load/chat-server.ts'

/** Another chat server that runs the same load. */
export interface PeerAdapter {
  name: string
  /** Names what is not installed here; empty if the peer can be started. */
  findMissing(): Promise<string[]>
  start(options: PeerOptions): Promise<Peer>
}

export interface PeerOptions {
  processes: Processes
  /** An empty folder of its own. */
  dataDir: string
  /** Who has an account, and with whom each of them writes. */
  pairs: Pair[]
}

export interface Peer {
  /** Its program and database, with versions. */
  versions: string
  server: ChatServer
  groups: ProcessGroups
}
