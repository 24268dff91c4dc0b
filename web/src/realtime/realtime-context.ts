import type { ClientFrame } from '@zing/proto/frames/client'
import { createContext, useContext } from 'react'
import type { SocketStatus } from './socket.ts'

export interface Realtime {
  status: SocketStatus
  /**
   * It has connected or failed, or takes long. Counts and marks are fetched from then on: earlier ones would be fetched
   * again on CONNECTED.
   */
  isFirstAttemptOver: boolean
  /** Returns false without a connection; nothing is queued. */
  send(frame: ClientFrame): boolean
}

export const RealtimeContext = createContext<Realtime>({
  status: 'closed',
  isFirstAttemptOver: true,
  send: () => false,
})

export function useRealtime(): Realtime {
  return useContext(RealtimeContext)
}
