import type { TypingLimit } from '../sending/typing.ts'
import type { ClientSocket } from './client-socket.ts'

/** A connected client, as the handlers of its frames see it. */
export interface Client {
  socket: ClientSocket
  typing: TypingLimit
  /** To be called once, when the client has been sent CONNECTED. */
  onConnected(): void
}
