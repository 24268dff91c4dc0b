import type { Duplex } from 'node:stream'
import { createFrameReader } from './frame-reader.ts'

const MESSAGE_WAIT_MS = 10_000

/** Calls `onTimeout` when a message is not complete 10 s after its first byte, however many bytes arrive meanwhile (SEC-84). */
export function limitUnfinished(socket: Duplex, onTimeout: () => void): void {
  const read = createFrameReader()
  let timer: NodeJS.Timeout | null = null

  function stopTimer(): void {
    if (timer) clearTimeout(timer)
    timer = null
  }

  socket.on('data', (chunk: Buffer) => {
    const { hasFinished, isUnfinished } = read(chunk)
    if (hasFinished) stopTimer()
    if (isUnfinished) timer ??= setTimeout(onTimeout, MESSAGE_WAIT_MS)
  })
  socket.on('close', stopTimer)
}
