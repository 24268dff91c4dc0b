import { listenOnce } from './listen-once.ts'

// Below the range from which the system takes ports for outgoing connections (32768 and up on Linux): a port that is
// given to a restarted process later must not be taken by somebody's connection meanwhile.
const FIRST = 20_000
const LAST = 32_000
const MAX_ATTEMPTS = 50

/** A port on loopback that nobody listens on now. Random, so that two clones hardly ever pick the same. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if ((await listenOnce(port, '127.0.0.1')) === null) return port
  }
  throw new Error(`no free port found between ${FIRST} and ${LAST}`)
}
