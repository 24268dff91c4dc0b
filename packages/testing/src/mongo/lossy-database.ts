import { startProxy } from '../proxy.ts'
import { testDatabase } from '../servers.ts'

/**
 * A proxy to its own database that can drop one response. The database executes the command that contains all given words,
 * then the connection breaks. Other connections are not affected.
 */
export async function lossyDatabase() {
  const mongoUrl = testDatabase()
  let words: string[] | null = null

  const { port } = await startProxy(mongoUrl, (client, server) => {
    let isDropped = false
    client.on('data', (chunk) => {
      if (words?.every((word) => chunk.includes(word))) {
        words = null
        isDropped = true
      }
      server.write(chunk)
    })
    server.on('data', (chunk) => {
      if (isDropped)
        client.destroy() // the response proves that the command was executed
      else client.write(chunk)
    })
  })
  return {
    // without the driver's retry, which a standalone server does not support anyway
    url: `mongodb://127.0.0.1:${port}${new URL(mongoUrl).pathname}?directConnection=true&retryWrites=false`,
    dropResponseTo(...command: string[]): void {
      words = command
    },
  }
}
