import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { build, type Plugin } from 'vite'

const TEXTS = 'assets/texts/'
const WORKER = path.join(import.meta.dirname, 'src/service-worker/worker.ts')

/** Builds `/sw.js` after all other files, because it contains their names. */
export function serviceWorker(): Plugin {
  return {
    name: 'zing-service-worker',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { SHELL: JSON.stringify(await listShell(dir)) },
        build: {
          target: 'es2022',
          outDir: dir,
          emptyOutDir: false,
          rolldownOptions: { input: WORKER, output: { format: 'iife', entryFileNames: 'sw.js' } },
        },
      })
    },
  }
}

/**
 * Lists the URL paths to precache, and the texts, of which a reader needs one language. index.html counts for the
 * version but is requested by its routes.
 */
async function listShell(dir: string): Promise<{ version: string; files: string[]; texts: string[] }> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => !/(^|\/)\./.test(name))
    .sort()
  const hash = createHash('sha256')
  for (const name of names) hash.update(`${name}\0`).update(await readFile(path.join(dir, name)))
  return {
    version: hash.digest('hex').slice(0, 12),
    files: names.filter((name) => name !== 'index.html' && !name.startsWith(TEXTS)).map((name) => `/${name}`),
    texts: names.filter((name) => name.startsWith(TEXTS) && !/\/staff-[^/]+$/.test(name)).map((name) => `/${name}`),
  }
}
