import type { Session } from './session.ts'
import type { TypingLimit } from './typing.ts'

/** What a frame handler has of the socket that the frame came from. */
export interface Peer {
  session: Session
  typing: TypingLimit
}
