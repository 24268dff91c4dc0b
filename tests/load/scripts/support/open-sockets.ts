import type { ServerFrame } from '@zing/proto/frames/server'
import type { Person } from '../../shared/fixture.ts'
import { openSocket, type Socket } from './socket.ts'

const AT_ONCE = 5

export interface Listener {
  person: Person
  onFrame(frame: ServerFrame): void
}

/** A socket for each, a few at once. Those that did not come about are missing. */
export async function openSockets(listeners: Listener[]): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let first = 0; first < listeners.length; first += AT_ONCE) {
    const group = listeners.slice(first, first + AT_ONCE)
    const opened = await Promise.all(group.map(({ person, onFrame }) => openSocket(person, onFrame)))
    sockets.push(...opened.filter((socket) => socket !== null))
  }
  return sockets
}
