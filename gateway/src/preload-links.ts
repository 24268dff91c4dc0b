import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { firstRequests } from '@zing/proto/first-requests'
import { z } from 'zod'

/** Chunk with the screens of signed-in users (`web/vite.config.ts`). */
const CHUNK = 'everyday'

const Manifest = z.record(z.string(), z.object({ file: z.string(), name: z.string().optional() }))

/**
 * Returns the elements for the end of the head of a signed-in user's page, by the path of its screen. With them the browser
 * requests the first data together with the first script. The chunk comes last: HTTP/1.1 has six connections, and it runs
 * after the first script. Rejects if `folder` holds no build of the client.
 */
export async function createPreloadLinks(folder: string): Promise<(screen: string) => string> {
  const manifest = Manifest.parse(JSON.parse(await readFile(path.join(folder, '.vite', 'manifest.json'), 'utf8')))
  const chunk = Object.values(manifest).find(({ name }) => name === CHUNK)
  if (!chunk) throw new Error(`the build of the client has no chunk "${CHUNK}"`)
  const script = `<link rel="modulepreload" crossorigin href="/${chunk.file}" />`
  return (screen) => [...firstRequests(screen).map(asFetch), script].join('')
}

/** Must equal the client's request: same-origin, with the session cookie. */
function asFetch(url: string): string {
  return `<link rel="preload" as="fetch" crossorigin href="${url.replaceAll('&', '&amp;')}" />`
}
