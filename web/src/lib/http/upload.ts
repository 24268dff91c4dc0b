import type { QueryClient } from '@tanstack/react-query'
import { type AnyEndpoint, type QueryInput, type ResponseOf, urlOf } from '@zing/proto/endpoint'
import { UPLOAD_STALL_MS } from '../limits.ts'
import { accepted, connected, duringSession, read } from './call.ts'

interface Upload {
  query: QueryInput
  file: Blob
  /** Called with the part that is sent, from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** Calls an endpoint with a file. Unlike `call` it tells its progress, and lasts for as long as there is any. */
export function upload<E extends AnyEndpoint>(
  client: QueryClient,
  endpoint: E,
  { query, ...transfer }: Upload,
): Promise<ResponseOf<E>> {
  return duringSession(client, async (end) => {
    const request = new XMLHttpRequest() // fetch tells no progress
    request.open(endpoint.method, urlOf(endpoint, { query }))
    end?.addEventListener('abort', () => request.abort())
    return read(await accepted(await connected(send(request, transfer))))
  })
}

function send(request: XMLHttpRequest, { file, onProgress, signal }: Omit<Upload, 'query'>): Promise<Response> {
  return new Promise((resolve, reject) => {
    let timer = 0
    const abort = () => request.abort()

    function waitOn(): void {
      clearTimeout(timer)
      timer = window.setTimeout(abort, UPLOAD_STALL_MS)
    }

    request.upload.onprogress = ({ loaded, total }) => {
      waitOn()
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onloadend = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      if (request.status === 0) return reject(new TypeError('Upload failed'))
      const headers = { 'retry-after': request.getResponseHeader('retry-after') ?? '' }
      resolve(new Response(request.responseText, { status: request.status, headers }))
    }
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', abort)
    waitOn()
    request.setRequestHeader('content-type', file.type)
    request.send(file)
  })
}
