import { createServer } from 'node:net'

/** Listens and closes at once. Returns null on success, else the error code: EADDRINUSE, EACCES, EADDRNOTAVAIL ... */
export function listenOnce(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)))
  })
}
