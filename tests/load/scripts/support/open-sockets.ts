import type { ServerFrame } from '@zing/proto/frames/server'
import type { User } from '../../shared/fixture.ts'
import { openSocket, type Socket } from './socket.ts'

const CONCURRENCY = 5

export interface Listener {
  user: User
  onFrame(frame: ServerFrame): void
  onOpen?(socket: Socket): void
}

/** Opens a socket per listener, a few at a time. Leaves out sockets that did not connect. */
export async function openSockets(listeners: Listener[]): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let first = 0; first < listeners.length; first += CONCURRENCY) {
    const group = listeners.slice(first, first + CONCURRENCY)
    const opened = await Promise.all(group.map(openOne))
    sockets.push(...opened.filter((socket) => socket !== null))
  }
  return sockets
}

async function openOne({ user, onFrame, onOpen }: Listener): Promise<Socket | null> {
  const socket = await openSocket(user, onFrame)
  if (socket) onOpen?.(socket)
  return socket
}
