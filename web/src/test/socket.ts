import { act } from '@testing-library/react'
import type { ClientFrame } from '@zing/proto/frames/client'
import type { ServerFrame } from '@zing/proto/frames/server'
import { vi } from 'vitest'

/** Stubs the browser's WebSocket; the test acts as the server. */
export function stubSocket() {
  const sockets: FakeSocket[] = []

  class FakeSocket {
    static OPEN = 1
    readyState = 0
    sent: ClientFrame[] = []
    closedWith: number | undefined
    onopen: () => void = () => {}
    onmessage: (event: { data: string }) => void = () => {}
    onclose: (event: { code: number }) => void = () => {}
    url: string
    constructor(url: string) {
      this.url = url
      sockets.push(this)
    }
    send(text: string): void {
      this.sent.push(JSON.parse(text))
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

  return {
    count: () => sockets.length,
    url: () => latest().url,
    sent: () => latest().sent,
    isOpen: () => latest().readyState === FakeSocket.OPEN,
    closedWith: () => latest().closedWith,
    open(): void {
      latest().readyState = 1
      latest().onopen()
    },
    push: (frame: ServerFrame) => act(() => latest().onmessage({ data: JSON.stringify(frame) })),
    close: (code: number) => act(() => latest().onclose({ code })),
  }
}
