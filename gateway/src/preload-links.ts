import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { firstRequests } from '@zing/proto/first-requests'
import { z } from 'zod'

/** Chunk with the screens of signed-in users (`web/vite.config.ts`); the texts are modules of `web/vite-texts.ts`. */
const CHUNK = 'everyday'

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), name: z.string().optional(), imports: z.array(z.string()).optional() }),
)
type Manifest = z.infer<typeof Manifest>

interface Visit {
  /** Path of the screen. */
  screen: string
  hasSession: boolean
  /** Tag of the language that the client will probably show. */
  language: string
}

/**
 * Returns the elements for the end of the head of a page. With them the browser requests texts, and a signed-in user's first
 * data, together with the first script. Scripts come last: HTTP/1.1 has six connections, and they run after the first
 * script. `page` is the built one. Rejects if `folder` holds no build of the client.
 */
export async function createPreloadLinks(folder: string, page: string): Promise<(visit: Visit) => string> {
  const manifest = Manifest.parse(JSON.parse(await readFile(path.join(folder, '.vite', 'manifest.json'), 'utf8')))
  const chunk = Object.keys(manifest).find((key) => manifest[key]?.name === CHUNK)
  if (!chunk) throw new Error(`the build of the client has no chunk "${CHUNK}"`)
  const scripts = [...scriptsOf(manifest, chunk)].filter((file) => !page.includes(file))
  const textsOf = (language: string, parts: string[]) =>
    parts.flatMap((part) => manifest[`virtual:texts/${language}/${part}`]?.file ?? [])
  return ({ screen, hasSession, language }) => {
    if (!hasSession) return textsOf(language, ['first']).map(asScript).join('')
    const files = [...textsOf(language, ['first', 'member']), ...scripts]
    return [...firstRequests(screen).map(asFetch), ...files.map(asScript)].join('')
  }
}

/** The files of a chunk and of all that it imports. */
function scriptsOf(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const { file, imports = [] } = manifest[key] ?? {}
  if (!file || found.has(file)) return found
  found.add(file)
  for (const one of imports) scriptsOf(manifest, one, found)
  return found
}

/** Must equal the client's request: same-origin, with the session cookie. */
function asFetch(url: string): string {
  return `<link rel="preload" as="fetch" crossorigin href="${url.replaceAll('&', '&amp;')}" />`
}

function asScript(file: string): string {
  return `<link rel="modulepreload" crossorigin href="/${file}" />`
}
