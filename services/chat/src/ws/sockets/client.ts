import type { TypingLimit } from '../sending/typing.ts'
import type { ClientSocket } from './client-socket.ts'
import type { ReadVersions } from './read-versions.ts'

/** A connected client, as the handlers of its frames see it. */
export interface Client {
  socket: ClientSocket
  typing: TypingLimit
  /** Count of the process's sockets. */
  socketCount(): number
  readVersions: ReadVersions
  /** Call it once, after CONNECTED was sent to the client. */
  onConnected(): void
}
