import { startProxy } from './proxy.ts'
import { testDatabase } from './servers.ts'

/**
 * A proxy to its own database that can drop or hold back one response: the command that contains all given words is
 * executed, then its connection breaks or waits. Other connections are not affected.
 */
export async function lossyDatabase() {
  const mongoUrl = testDatabase()
  let words: string[] | null = null
  let toHold: { words: string[]; isHeld(): void; released: Promise<void> } | null = null

  const { port } = await startProxy(mongoUrl, (client, server) => {
    let isDropped = false
    let released: Promise<void> | null = null
    client.on('data', (chunk) => {
      if (words?.every((word) => chunk.includes(word))) {
        words = null
        isDropped = true
      }
      if (toHold?.words.every((word) => chunk.includes(word))) {
        released = toHold.released
        toHold.isHeld()
        toHold = null
      }
      server.write(chunk)
    })
    server.on('data', async (chunk) => {
      await released
      if (isDropped)
        client.destroy() // the response proves that the command was executed
      else client.write(chunk)
    })
  })
  return {
    // without the driver's retry, which a standalone server does not support anyway
    url: `mongodb://127.0.0.1:${port}${new URL(mongoUrl).pathname}?directConnection=true&retryWrites=false`,
    /** Resolves when the command has come, to a function that lets its response through. */
    async holdResponseTo(...command: string[]): Promise<() => void> {
      const released = Promise.withResolvers<void>()
      const held = Promise.withResolvers<void>()
      toHold = { words: command, isHeld: held.resolve, released: released.promise }
      await held.promise
      return released.resolve
    },
    dropResponseTo(...command: string[]): void {
      words = command
    },
  }
}
