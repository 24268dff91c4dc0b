import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { firstRequests } from '@zing/proto/first-requests'
import { z } from 'zod'

/** Chunk with the screens of signed-in users (`web/vite.config.ts`). */
const CHUNK = 'everyday'

const Manifest = z.record(z.string(), z.object({ file: z.string(), name: z.string().optional() }))

interface Visit {
  /** Path of the screen. */
  screen: string
  hasSession: boolean
}

/**
 * Returns the elements for the end of the head of a page. With them the browser requests a signed-in user's first data
 * together with the first script. The chunk comes last: HTTP/1.1 has six connections, and it runs after the first
 * script. Rejects if `folder` holds no build of the client.
 */
export async function createPreloadLinks(folder: string): Promise<(visit: Visit) => string> {
  const manifest = Manifest.parse(JSON.parse(await readFile(path.join(folder, '.vite', 'manifest.json'), 'utf8')))
  const chunk = Object.values(manifest).find(({ name }) => name === CHUNK)
  if (!chunk) throw new Error(`the build of the client has no chunk "${CHUNK}"`)
  return ({ screen, hasSession }) => {
    if (!hasSession) return ''
    return [...firstRequests(screen).map(asFetch), asScript(chunk.file)].join('')
  }
}

/** Must equal the client's request: same-origin, with the session cookie. */
function asFetch(url: string): string {
  return `<link rel="preload" as="fetch" crossorigin href="${url.replaceAll('&', '&amp;')}" />`
}

function asScript(file: string): string {
  return `<link rel="modulepreload" crossorigin href="/${file}" />`
}
