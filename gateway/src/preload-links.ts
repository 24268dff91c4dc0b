import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { firstRequests } from '@zing/proto/first-requests'
import { z } from 'zod'

/** Chunk with the screens of signed-in users (`web/vite.config.ts`). */
const CHUNK = 'everyday'

const Manifest = z.record(z.string(), z.object({ file: z.string(), name: z.string().optional() }))

/**
 * Returns the elements for the end of the head of a signed-in user's page, by the path of its screen: the browser
 * requests what they name together with the first script, and not after it has run. The chunk is last, because it is
 * not run before that script: HTTP/1.1 has six connections, and style, script and data need them first. Rejects if
 * `folder` holds no build of the client.
 */
export async function createPreloadLinks(folder: string): Promise<(screen: string) => string> {
  const manifest = Manifest.parse(JSON.parse(await readFile(path.join(folder, '.vite', 'manifest.json'), 'utf8')))
  const chunk = Object.values(manifest).find(({ name }) => name === CHUNK)
  if (!chunk) throw new Error(`the build of the client has no chunk "${CHUNK}"`)
  const script = `<link rel="modulepreload" crossorigin href="/${chunk.file}" />`
  return (screen) => [...firstRequests(screen).map(asFetch), script].join('')
}

/** As the client fetches it: same-origin, with the session cookie. */
function asFetch(url: string): string {
  return `<link rel="preload" as="fetch" crossorigin href="${url.replaceAll('&', '&amp;')}" />`
}
