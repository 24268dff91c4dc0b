import net, { type AddressInfo, type Socket } from 'node:net'

export interface Link {
  port: number
  /** Ends open connections and rejects new ones. */
  cut(): void
  /**
   * Keeps connections open and forwards nothing, like a network that loses every packet. Holds delayed chunks of a slow
   * link too.
   */
  stall(): void
  /** Forwards each chunk `ms` later, in both directions. */
  slow(ms: number): void
  /**
   * Delays chunks, and regularly resets every second open connection, whose held chunks are lost. Other connections go
   * on, and new ones are accepted.
   */
  lose(options: Loss): void
  /** Responds to each HTTP request with a 500, and ends its connection. */
  fail(): void
  heal(): void
  close(): void
}

interface Loss {
  delayMs: number
  everyMs: number
}

type State = { kind: 'healthy' | 'cut' | 'stalled' | 'failing' } | { kind: 'slow'; ms: number }

const HTTP_500 = 'HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'

/** Listens on a loopback port and forwards TCP connections to `target`. The methods of the link disturb that. */
export function createLink(target: { host: string; port: number }): Promise<Link> {
  let state: State = { kind: 'healthy' }
  const sockets = new Set<Socket>()
  const connections = new Map<number, [Socket, Socket]>() // in the order of their opening
  let opened = 0
  const held: (() => void)[] = []
  let losing: NodeJS.Timeout | undefined

  function pass(from: Socket, to: Socket, respond?: (response: string) => void): void {
    let queue = Promise.resolve()
    from.on('data', (chunk) => {
      if (state.kind === 'failing' && respond) return respond(HTTP_500)
      from.pause()
      queue = queue
        .then(() => delay())
        .then(() => {
          if (to.destroyed) return
          to.write(chunk, () => from.resume())
        })
    })
    from.once('end', () => {
      queue = queue.then(() => delay()).then(() => void to.end())
    })
    from.once('close', (hadError) => {
      sockets.delete(from)
      queue = queue.then(() => void (hadError ? to.resetAndDestroy() : to.destroySoon()))
    })
    from.on('error', () => from.destroy())
    sockets.add(from)
  }

  function delay(): Promise<void> | void {
    if (state.kind === 'stalled') return new Promise((resolve) => held.push(resolve))
    if (state.kind !== 'slow') return
    const { ms } = state
    return new Promise((resolve) => setTimeout(resolve, ms)).then(() =>
      state.kind === 'stalled' ? delay() : undefined,
    )
  }

  const server = net.createServer({ allowHalfOpen: true }, (client) => {
    if (state.kind === 'cut') return void client.resetAndDestroy()
    const upstream = net.connect({ ...target, noDelay: true, allowHalfOpen: true })
    client.setNoDelay(true)
    const number = opened++
    connections.set(number, [client, upstream])
    client.once('close', () => connections.delete(number))
    pass(client, upstream, (response) => void (client.writableEnded || client.end(response)))
    pass(upstream, client)
  })

  function change(next: State): void {
    clearInterval(losing)
    state = next
    for (const release of held.splice(0)) release()
  }

  function endAll(): void {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  /** Ends connections with even and odd numbers in turn. */
  function endSome(turn: number): void {
    for (const [number, sides] of connections) {
      if (number % 2 === turn % 2) for (const side of sides) side.resetAndDestroy()
    }
  }
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo // a TCP server's address is never a string
      resolve({
        port,
        cut() {
          change({ kind: 'cut' })
          endAll()
        },
        stall: () => change({ kind: 'stalled' }),
        slow: (ms) => change({ kind: 'slow', ms }),
        lose({ delayMs, everyMs }) {
          change({ kind: 'slow', ms: delayMs })
          let turn = 0
          losing = setInterval(() => endSome(turn++), everyMs)
        },
        fail: () => change({ kind: 'failing' }),
        heal: () => change({ kind: 'healthy' }),
        close() {
          clearInterval(losing)
          server.close()
          for (const socket of sockets) socket.destroy()
        },
      })
    })
  })
}
