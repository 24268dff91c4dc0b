import { StartError } from '../start-error.ts'
import { freePort } from './free-port.ts'
import { listenOnce } from './listen-once.ts'

/** Returns the requested port, or a free one for 0. Throws a StartError if the port cannot be used. */
export async function checkPort(port: number, host: string): Promise<number> {
  if (port === 0) return freePort()
  const code = await listenOnce(port, host)
  if (code === null) return port
  if (code === 'EADDRINUSE') {
    throw new StartError(
      `Port ${port} is in use. Stop the program that uses it or start with another one: PORT=${port + 1} npm start`,
    )
  }
  if (code === 'EACCES') {
    throw new StartError(`Port ${port} needs root privileges. Start with another one: PORT=8080 npm start`)
  }
  throw new StartError(
    `HOST=${host} cannot be listened on (${code}). Leave it out, or name an address of this machine.`,
  )
}
