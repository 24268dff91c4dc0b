import { startProxy } from './proxy.ts'

export interface HeldResponse {
  /** Resolves when the command has been executed and its response is held back. */
  arrived: Promise<void>
  release(): void
}

/** A proxy to a database that can hold back one response, as if the process that waits for it were paused there. */
export async function heldDatabase(mongoUrl: string) {
  let next: { isHeld(command: Buffer): boolean; arrive(): void; released: Promise<void> } | null = null

  const { port } = await startProxy(mongoUrl, (client, server) => {
    let held: typeof next = null
    client.on('data', (chunk) => {
      if (typeof chunk !== 'string' && next?.isHeld(chunk)) [held, next] = [next, null]
      server.write(chunk)
    })
    server.on('data', (chunk) => {
      if (!held) return client.write(chunk)
      held.arrive()
      void held.released.then(() => client.write(chunk))
      held = null // the driver sends nothing more on this connection before it has the response
    })
  })
  return {
    url: `mongodb://127.0.0.1:${port}${new URL(mongoUrl).pathname}?directConnection=true`,
    /** Holds the response to the next command whose bytes `isHeld` accepts. */
    holdResponse(isHeld: (command: Buffer) => boolean): HeldResponse {
      const arrived = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      next = { isHeld, arrive: arrived.resolve, released: released.promise }
      return { arrived: arrived.promise, release: released.resolve }
    },
  }
}
