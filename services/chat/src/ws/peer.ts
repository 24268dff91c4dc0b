import type { Session } from './session.ts'
import type { TypingLimit } from './typing.ts'

/** The state of the socket that a frame came from. */
export interface Peer {
  session: Session
  typing: TypingLimit
}
