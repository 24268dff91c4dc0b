import type { TypingLimit } from '../sending/typing.ts'
import type { ClientSocket } from './client-socket.ts'

/** A connected client, as the handlers of its frames see it. */
export interface Client {
  socket: ClientSocket
  typing: TypingLimit
  /** Call it once, after CONNECTED was sent to the client. */
  onConnected(): void
}
