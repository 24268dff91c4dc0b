import type { ClientFrame } from '@zing/proto/frames/client'
import { createContext, useContext } from 'react'
import type { SocketStatus } from './socket.ts'

export interface Realtime {
  status: SocketStatus
  /** Returns false without a connection; nothing is queued. */
  send(frame: ClientFrame): boolean
}

export const RealtimeContext = createContext<Realtime>({ status: 'closed', send: () => false })

export function useRealtime(): Realtime {
  return useContext(RealtimeContext)
}
