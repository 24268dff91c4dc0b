import { createServer } from 'node:net'

/** Listens for an instant. Null if that works, else the system's code: EADDRINUSE, EACCES, EADDRNOTAVAIL ... */
export function listenOnce(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)))
  })
}
