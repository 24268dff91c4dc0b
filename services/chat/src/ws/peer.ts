import type { Session } from './session.ts'

/** What a frame handler has of the socket that the frame came from. */
export interface Peer {
  session: Session
  /** Pushes reach the socket from now on; then CONNECTED. */
  confirm(): Promise<void>
  typing: { take(): boolean }
}
