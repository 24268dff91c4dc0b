import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { filesOf, lazyScripts, type Manifest, modulesOf, staffLeaks } from './bundle-size.ts'

/** Bytes after gzip -9, which is what the gateway sends, with a language; docs/benchmarks.md, Budgets. */
const FIRST_LOAD_MAX = 136_000
const LAZY_MAX = 45_000
/** The sign-up comes before any other screen, so all that it loads after the first load counts. */
const SIGN_UP = /^_sign-up-/
/** The worker of the sign-up's proof, before gzip. */
const PROOF_WORKER_MAX = 4_000
const FIRST_SCREEN = 'src/features/landing/landing-screen.tsx'

const dist = path.resolve(process.argv[2] ?? 'dist')
const manifest: Manifest = JSON.parse(readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8'))

const page = modulesOf(manifest, readFileSync(path.join(dist, 'index.html'), 'utf8'))
// a screen that is bundled into the page's script has no manifest entry
const firstModules = FIRST_SCREEN in manifest ? [...page, FIRST_SCREEN] : page

function bytesOf(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length, 0)
}

/** The first texts of the language that has most of them. */
const languages = Object.keys(manifest).filter((module) => /^virtual:texts\/[^/]+\/first$/.test(module))
const textBytes = Math.max(...languages.map((module) => bytesOf(filesOf(manifest, [module]))))

const firstFiles = filesOf(manifest, firstModules)
const signUp = Object.keys(manifest).find((module) => SIGN_UP.test(module))
if (!signUp) throw new Error('the build has no chunk of the sign-up')
const signUpFiles = [...filesOf(manifest, [signUp])].filter((file) => !firstFiles.has(file))

const budgets = [
  { name: 'first load', bytes: bytesOf(firstFiles) + textBytes, max: FIRST_LOAD_MAX },
  { name: 'sign-up', bytes: bytesOf(signUpFiles), max: LAZY_MAX },
  ...[...lazyScripts(manifest, firstModules)].map((file) => ({ name: file, bytes: bytesOf([file]), max: LAZY_MAX })),
]
const worker = readdirSync(path.join(dist, 'assets')).find((name) => /^proof-worker-.*\.js$/.test(name))
if (!worker) throw new Error('the build has no worker for proofs')
const workerBytes = readFileSync(path.join(dist, 'assets', worker)).length
budgets.push({ name: worker, bytes: workerBytes, max: PROOF_WORKER_MAX })
for (const { name, bytes, max } of budgets) {
  console.log(
    `${name}: ${(bytes / 1000).toFixed(1)} kB gzip of at most ${max / 1000}${bytes > max ? '  TOO LARGE' : ''}`,
  )
}
const leaks = staffLeaks(manifest)
for (const module of leaks) console.log(`${module} loads screens of moderators and admins`)
process.exit(leaks.length > 0 || budgets.some(({ bytes, max }) => bytes > max) ? 1 : 0)
