import type { Session } from './session.ts'
import type { TypingLimit } from './typing.ts'

/** A connected client, as the handlers of its frames see it. */
export interface Client {
  session: Session
  typing: TypingLimit
  /** To be called once, when the client has been sent CONNECTED. */
  onConnected(): void
}
