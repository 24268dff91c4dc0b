import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { logIn } from '@zing/dev-env/demo/member'
import { z } from 'zod'

// `npm run lighthouse`, beside a running `npm start` with demo users, prints median scores of Lighthouse's mobile
// profile for landing, login and feed. npx fetches Lighthouse, whose 180 MB are too large for a dependency.
// THROTTLING=devtools slows down Chromium itself, which varies less on a busy machine than Lighthouse's simulation.
const LIGHTHOUSE = 'lighthouse@13.5.0'
const RUNS = Number(process.env.RUNS ?? 3)
const MAX_ATTEMPTS = 5
const THROTTLING = process.env.THROTTLING ?? 'simulate'
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'] as const

const Demo = z.object({ username: z.string(), password: z.string() })
const Report = z.object({
  categories: z.record(z.enum(CATEGORIES), z.object({ score: z.number().nullable() })),
  audits: z.looseObject(
    Object.fromEntries(TIMES.map((time) => [time, z.object({ numericValue: z.number().optional() })])),
  ),
})
type Measured = Record<(typeof CATEGORIES)[number] | (typeof TIMES)[number], number>

const base = process.argv[2] ?? 'http://localhost:8080'
const dataDir = path.resolve(process.env.DATA_DIR || '.data')
const folder = mkdtempSync(path.join(tmpdir(), 'zing-lighthouse-'))
const { cookie } = await logIn(base, Demo.parse(JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8'))))

for (const page of ['/', '/auth', '/feed']) {
  const runs = Array.from({ length: RUNS }, (_, run) => measure(page, run, page === '/feed' ? cookie : null))
  const scores = CATEGORIES.map((category) => `${category} ${median(runs.map((run) => run[category]))}`)
  const times = TIMES.map((time) => `${time} ${Math.round(median(runs.map((run) => run[time])))} ms`)
  const performances = runs.map(({ performance }) => performance).join(', ')
  console.log(`${page.padEnd(6)} ${scores.join('  ')}  (performance of ${RUNS}: ${performances})  ${times.join('  ')}`)
}
rmSync(folder, { recursive: true })

/** Returns scores from 0 to 100, and times in ms. Repeats a measurement if Chromium did not finish the trace. */
function measure(page: string, run: number, session: string | null): Measured {
  const report = path.join(folder, `${run}.json`)
  const headers = path.join(folder, 'headers.json')
  writeFileSync(headers, JSON.stringify(session ? { Cookie: session } : {}))
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      execFileSync(
        'npx',
        [
          ...['--yes', LIGHTHOUSE, base + page, '--quiet', `--throttling-method=${THROTTLING}`],
          `--only-categories=${CATEGORIES.join(',')}`,
          ...['--output=json', `--output-path=${report}`, `--extra-headers=${headers}`],
          '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking',
        ],
        { stdio: 'ignore', env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' } },
      )
    } catch {
      continue
    }
    const { categories, audits } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
    if (categories.performance.score === null || categories.performance.score === 0) continue
    const scores = CATEGORIES.map((category) => [category, Math.round((categories[category].score ?? 0) * 100)])
    const times = TIMES.map((time) => [time, audits[time]?.numericValue ?? 0])
    return Object.fromEntries([...scores, ...times])
  }
  throw new Error(`Lighthouse could not measure ${page}`)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
