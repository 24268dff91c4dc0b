import type { Session } from './session.ts'
import type { TypingLimit } from './typing.ts'

export interface Peer {
  session: Session
  typing: TypingLimit
}
