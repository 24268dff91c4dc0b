import { setTimeout as pause } from 'node:timers/promises'
import type { ServerFrame } from '@zing/proto/frames/server'
import type { Caller, Run } from '../call.ts'
import { keepSocket, type LiveSocket } from './socket.ts'

const POLL_MS = 5_000
const RETRY_MS = 500

interface LiveClient {
  socket: LiveSocket
  /** Fetches again, after the current fetch. */
  refetch(): void
}

interface Options {
  /** False after a failure; the fetch is then repeated. */
  fetch(): Promise<boolean>
  onFrame(frame: ServerFrame): void
}

/** Fetches as a client does: after each CONNECTED and PUSH_RESTORED, and regularly while pushes are degraded. */
export function createLiveClient(run: Run, person: Caller, { fetch, onFrame }: Options): LiveClient {
  let isDegraded = false
  let isFetching = false
  let fetchAgain = false

  async function fetchUntilComplete(): Promise<void> {
    fetchAgain = true
    if (isFetching) return
    isFetching = true
    while (fetchAgain && !run.closing.aborted) {
      fetchAgain = false
      if (await fetch()) continue
      fetchAgain = true
      await pause(RETRY_MS)
    }
    isFetching = false
  }

  const refetch = () => void fetchUntilComplete()
  const poll = setInterval(() => isDegraded && refetch(), POLL_MS)
  run.ending.addEventListener('abort', () => clearInterval(poll))
  const socket = keepSocket(run, person, (frame) => {
    if (frame.type === 'PUSH_DEGRADED') isDegraded = true
    if (frame.type === 'CONNECTED' || frame.type === 'PUSH_RESTORED') {
      isDegraded = false
      refetch()
    }
    onFrame(frame)
  })
  return { socket, refetch }
}
