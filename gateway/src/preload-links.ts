import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { firstRequests } from '@zing/proto/first-requests'
import { z } from 'zod'

/** Chunk with the screens of signed-in users (`web/vite.config.ts`); the texts are modules of `web/vite-texts.ts`. */
const CHUNK = 'everyday'

const Manifest = z.record(z.string(), z.object({ file: z.string(), name: z.string().optional() }))

interface Visit {
  /** Path of the screen. */
  screen: string
  language: string
  hasSession: boolean
}

/**
 * Returns the elements for the end of the head of a page. With them the browser requests texts, and a signed-in user's first
 * data, together with the first script. The chunk comes last: HTTP/1.1 has six connections, and it runs after the first
 * script. Rejects if `folder` holds no build of the client.
 */
export async function createPreloadLinks(folder: string): Promise<(visit: Visit) => string> {
  const manifest = Manifest.parse(JSON.parse(await readFile(path.join(folder, '.vite', 'manifest.json'), 'utf8')))
  const chunk = Object.values(manifest).find(({ name }) => name === CHUNK)
  if (!chunk) throw new Error(`the build of the client has no chunk "${CHUNK}"`)
  const texts = (language: string, part: string) => manifest[`virtual:texts/${language}/${part}`]?.file
  return ({ screen, language, hasSession }) => {
    const requests = hasSession ? firstRequests(screen).map(asFetch) : []
    const scripts = [texts(language, 'first'), ...(hasSession ? [texts(language, 'member'), chunk.file] : [])]
    return [...requests, ...scripts.map(asScript)].join('')
  }
}

/** Must equal the client's request: same-origin, with the session cookie. */
function asFetch(url: string): string {
  return `<link rel="preload" as="fetch" crossorigin href="${url.replaceAll('&', '&amp;')}" />`
}

function asScript(file: string | undefined): string {
  return file ? `<link rel="modulepreload" crossorigin href="/${file}" />` : ''
}
