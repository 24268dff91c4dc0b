import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AnyEndpoint, bodyMaxBytesOf } from '@zing/proto/endpoint'
import { AppError, errors } from '@zing/proto/errors'

const BODY_MS = 20_000
export const UPLOAD_MS = 60_000
// Bounds the bodies of all requests together. Photos have a memory of their own, and one address gets at most half of each.
const MAX_MEMORY_BYTES = 32 * 1024 * 1024
const MAX_UPLOAD_MEMORY_BYTES = 48 * 1024 * 1024
const MAX_SHARE_OF_ADDRESS = 1 / 2

/** Reads the body of a request. Returns null once the client has left; throws an AppError for a large or slow body. */
export type ReadBody = (
  req: IncomingMessage,
  res: ServerResponse,
  client: { endpoint: AnyEndpoint; address: string },
) => Promise<Buffer | null>

const EMPTY = Buffer.alloc(0)

/** Returns an error if the declared length of the body is over the limit (SEC-80). */
export function declaredTooLarge(req: IncomingMessage, endpoint: AnyEndpoint): AppError | null {
  return Number(req.headers['content-length'] ?? 0) > bodyMaxBytesOf(endpoint) ? tooLarge(endpoint) : null
}

/** Reads bodies whole, so that a slow client occupies no service (SEC-81). Their memory is bounded. */
export function createBodyReader(): ReadBody {
  const memory = { small: createMemory(MAX_MEMORY_BYTES), upload: createMemory(MAX_UPLOAD_MEMORY_BYTES) }

  return function readBody(req, res, { endpoint, address }) {
    if (res.destroyed) return Promise.resolve(null)
    if (!hasBody(req)) return Promise.resolve(EMPTY)
    const take = memory[endpoint.isUpload ? 'upload' : 'small'].openFor(res, address)

    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      let bytes = 0
      const timeout = setTimeout(() => end(errors.requestTimeout()), endpoint.isUpload ? UPLOAD_MS : BODY_MS)

      function onData(chunk: Buffer): void {
        bytes += chunk.length
        if (bytes > bodyMaxBytesOf(endpoint)) return end(tooLarge(endpoint))
        if (!take(chunk.length)) return end(errors.unavailable())
        chunks.push(chunk)
      }
      function onEnd(): void {
        end(Buffer.concat(chunks))
      }
      function onClose(): void {
        end(null)
      }
      function end(result: Buffer | AppError | null): void {
        clearTimeout(timeout)
        req.off('data', onData).off('end', onEnd)
        res.off('close', onClose)
        if (result instanceof AppError) reject(result)
        else resolve(result)
      }
      res.once('close', onClose)
      req.on('data', onData).once('end', onEnd)
    })
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function tooLarge({ isUpload }: AnyEndpoint): AppError {
  return isUpload ? errors.imageTooLarge() : errors.bodyTooLarge()
}

/** Counts the bytes of open requests. `take` returns false when they do not fit, in total or for their address. */
function createMemory(maxBytes: number) {
  const usedBy = new Map<string, number>()
  let used = 0

  function add(address: string, bytes: number): void {
    used += bytes
    const own = (usedBy.get(address) ?? 0) + bytes
    if (own > 0) usedBy.set(address, own)
    else usedBy.delete(address)
  }

  return {
    openFor(res: ServerResponse, address: string): (bytes: number) => boolean {
      let taken = 0
      res.once('close', () => add(address, -taken))
      return function take(bytes) {
        const own = (usedBy.get(address) ?? 0) + bytes
        if (used + bytes > maxBytes || own > maxBytes * MAX_SHARE_OF_ADDRESS) return false
        add(address, bytes)
        taken += bytes
        return true
      }
    },
  }
}
