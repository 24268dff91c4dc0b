import type { ServerFrame } from '@zing/proto/frames/server'
import { expect, test } from 'vitest'
import type { ClientSocket } from './client-socket.ts'
import { createConnections } from './connections.ts'

const [BEN, ADA] = [2, 1]

/** A socket as connections use it. `sent` are the types of its frames. */
function newSocket(isConnected: boolean) {
  const sent: ServerFrame['type'][] = []
  const sendText = (_text: string, type: ServerFrame['type']) => void sent.push(type)
  const socket = { userId: BEN, isConnected, sendText } as ClientSocket // the part in use
  return { socket, sent }
}

test('each socket learns of a block once, an unconfirmed socket by a later push', () => {
  const connections = createConnections()
  const [confirmed, waiting] = [newSocket(true), newSocket(false)]
  for (const { socket } of [confirmed, waiting]) connections.add(socket)
  const pushBlock = () => connections.deliver(BEN, null, { type: 'USER_BLOCKED', blockedBy: ADA })

  pushBlock()
  waiting.socket.isConnected = true
  pushBlock()
  pushBlock()
  const later = newSocket(true)
  connections.add(later.socket)
  pushBlock()
  expect([confirmed, waiting, later].map(({ sent }) => sent)).toEqual(Array(3).fill(['USER_BLOCKED']))
})

test('SEC-65 after a block no frame about the blocker is sent, even to a later socket', () => {
  const connections = createConnections()
  const waiting = newSocket(false)
  connections.add(waiting.socket)
  connections.deliver(BEN, null, { type: 'USER_BLOCKED', blockedBy: ADA })
  waiting.socket.isConnected = true
  connections.deliver(BEN, ADA, { type: 'TYPING_INDICATOR', senderId: ADA, isTyping: true })
  expect(waiting.sent).toEqual([])
})

test('after the end of a block, frames about the other user are sent again', () => {
  const connections = createConnections()
  const ben = newSocket(true)
  connections.add(ben.socket)
  const pushBlock = () => connections.deliver(BEN, null, { type: 'USER_BLOCKED', blockedBy: ADA })
  pushBlock()
  connections.show(ADA, BEN)
  connections.deliver(BEN, ADA, { type: 'TYPING_INDICATOR', senderId: ADA, isTyping: true })
  pushBlock()
  expect(ben.sent).toEqual(['USER_BLOCKED', 'TYPING_INDICATOR', 'USER_BLOCKED'])
})
