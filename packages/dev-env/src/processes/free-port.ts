import { listenOnce } from './listen-once.ts'

// Below the ephemeral range (32768 and up on Linux): no outgoing connection may take the port while a process restarts.
const FIRST = 20_000
const LAST = 32_000
const MAX_ATTEMPTS = 50

/** Returns a free loopback port, chosen at random so that two clones rarely pick the same. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if ((await listenOnce(port, '127.0.0.1')) === null) return port
  }
  throw new Error(`no free port found between ${FIRST} and ${LAST}`)
}
