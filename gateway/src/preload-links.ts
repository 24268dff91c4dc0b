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
  return ({ screen, hasSession, language }) => {
    const texts = `virtual:texts/${language}`
    const scripts = new Set<string>()
    for (const module of hasSession ? [`${texts}/first`, `${texts}/member`, chunk] : [`${texts}/first`])
      addScripts(manifest, module, scripts)
    const requests = hasSession ? firstRequests(screen).map(asFetch) : []
    return [...requests, ...[...scripts].filter((file) => !page.includes(file)).map(asScript)].join('')
  }
}

/** Adds the files of a module and of all that it imports. A module that the build does not have adds none. */
function addScripts(manifest: Manifest, key: string, scripts: Set<string>): void {
  const { file, imports = [] } = manifest[key] ?? {}
  if (!file || scripts.has(file)) return
  scripts.add(file)
  for (const one of imports) addScripts(manifest, one, scripts)
}

/** Must equal the client's request: same-origin, with the session cookie. */
function asFetch(url: string): string {
  return `<link rel="preload" as="fetch" crossorigin href="${url.replaceAll('&', '&amp;')}" />`
}

function asScript(file: string): string {
  return `<link rel="modulepreload" crossorigin href="/${file}" />`
}
