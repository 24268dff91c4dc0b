import type { Processes } from '@zing/dev-env/processes/processes'
import type { Pair } from '../load/chat.ts'
import type { ChatServer } from '../load/chat-server.ts'
import type { ProcessGroups } from '../processes/cpu.ts'

/** Another chat server that runs the same load. */
export interface PeerAdapter {
  name: string
  /** Names the missing programs; empty if the peer can start. */
  findMissing(): Promise<string[]>
  start(options: PeerOptions): Promise<Peer>
}

export interface PeerOptions {
  processes: Processes
  /** An empty folder for this peer. */
  dataDir: string
  /** Users with an account, in pairs that write to each other. */
  pairs: Pair[]
}

export interface Peer {
  /** Versions of its program and database. */
  versions: string
  server: ChatServer
  groups: ProcessGroups
}
