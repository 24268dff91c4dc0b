import { listenOnce } from './listen-once.ts'

// Below the ephemeral range (32768 and up on Linux): no outgoing connection may take the port while a process restarts.
const FIRST = 20_000
const LAST = 32_000
const MAX_ATTEMPTS = 50

/** Ports that this process has returned: each is free until a process listens, and must not be returned twice. */
const given = new Set<number>()

/** Returns a free loopback port, never the same one twice. The choice is random, so that two clones rarely pick the same. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (given.has(port) || (await listenOnce(port, '127.0.0.1')) !== null) continue
    given.add(port)
    return port
  }
  throw new Error(`no free port found between ${FIRST} and ${LAST}`)
}
