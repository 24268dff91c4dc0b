import { act } from '@testing-library/react'
import type { ClientFrame } from '@zing/proto/frames/client'
import type { ServerFrame } from '@zing/proto/frames/server'
import { vi } from 'vitest'

const BAD_FRAME = JSON.stringify({ type: 'ERROR', code: 'BAD_FRAME', message: 'Invalid request' } satisfies ServerFrame)

/**
 * Stubs the browser's WebSocket; the test acts as the server. Until `takeMessages` is called, the server does not know
 * SEND_MESSAGE, so that the client posts messages.
 */
export function stubSocket() {
  const sockets: FakeSocket[] = []
  let takesMessages = false

  class FakeSocket {
    static OPEN = 1
    readyState = 0
    sent: ClientFrame[] = []
    closedWith: number | undefined
    onopen: () => void = () => {}
    onmessage: (event: { data: string }) => void = () => {}
    onclose: (event: { code: number; reason: string }) => void = () => {}
    url: string
    constructor(url: string) {
      this.url = url
      sockets.push(this)
    }
    send(text: string): void {
      const frame: ClientFrame = JSON.parse(text)
      this.sent.push(frame)
      if (frame.type === 'SEND_MESSAGE' && !takesMessages) queueMicrotask(() => this.onmessage({ data: BAD_FRAME }))
    }
    close(code?: number): void {
      this.readyState = 3
      this.closedWith = code
    }
  }
  vi.stubGlobal('WebSocket', FakeSocket)
  const latest = () => {
    const socket = sockets.at(-1)
    if (!socket) throw new Error('no socket was opened')
    return socket
  }

  const open = () => {
    latest().readyState = 1
    latest().onopen()
  }
  const push = (frame: ServerFrame, index = -1) =>
    act(() => sockets.at(index)?.onmessage({ data: JSON.stringify(frame) }))

  return {
    takeMessages(): void {
      takesMessages = true
    },
    count: () => sockets.length,
    url: () => latest().url,
    sent: () => latest().sent,
    isOpen: () => latest().readyState === FakeSocket.OPEN,
    closedWith: () => latest().closedWith,
    open,
    push,
    /** Opens the socket, and greets Ada. */
    connect(): void {
      open()
      push({ type: 'CONNECTED', userId: 1 })
    },
    close: (code: number, reason = '') => act(() => latest().onclose({ code, reason })),
  }
}
