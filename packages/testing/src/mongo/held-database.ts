import { startProxy } from '../proxy.ts'

export interface HeldResponse {
  /** Resolves when the command has been executed and its response is held back. */
  arrived: Promise<void>
  release(): void
}

/** A command on its way to the database. */
export interface HeldCommand {
  /** Resolves when the command has left its process and is held back before the database. */
  arrived: Promise<void>
  release(): void
}

interface Hold {
  isHeld(command: Buffer): boolean
  arrive(): void
  released: Promise<void>
}

/** A proxy to a database that can hold back one command or response, as if the waiting process were paused. */
export async function heldDatabase(mongoUrl: string) {
  let next: Hold | null = null
  let nextCommand: Hold | null = null

  const { port } = await startProxy(mongoUrl, (client, server) => {
    let held: Hold | null = null
    client.on('data', (chunk) => {
      if (typeof chunk !== 'string' && nextCommand?.isHeld(chunk)) {
        const { arrive, released } = nextCommand
        nextCommand = null
        arrive()
        return void released.then(() => server.write(chunk))
      }
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
      const { hold, held } = createHold(isHeld)
      next = hold
      return held
    },
    /** Holds the next command whose bytes `isHeld` accepts, as if it waited in the database. */
    holdCommand(isHeld: (command: Buffer) => boolean): HeldCommand {
      const { hold, held } = createHold(isHeld)
      nextCommand = hold
      return held
    },
  }
}

function createHold(isHeld: Hold['isHeld']): { hold: Hold; held: { arrived: Promise<void>; release(): void } } {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  return {
    hold: { isHeld, arrive: arrived.resolve, released: released.promise },
    held: { arrived: arrived.promise, release: released.resolve },
  }
}
