import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { logIn } from '@zing/dev-env/demo/member'
import { z } from 'zod'

// `npm run lighthouse`, beside a running `npm start` with demo people: Lighthouse's mobile profile on landing, login and
// feed, each page several times and the median of them. Lighthouse is 180 MB and therefore no dependency: npx fetches it.
const LIGHTHOUSE = 'lighthouse@13.5.0'
const RUNS = Number(process.env.RUNS ?? 3)
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const

const Demo = z.object({ username: z.string(), password: z.string() })
const Report = z.object({ categories: z.record(z.enum(CATEGORIES), z.object({ score: z.number().nullable() })) })

const base = process.argv[2] ?? 'http://localhost:8080'
const dataDir = path.resolve(process.env.DATA_DIR || '.data')
const folder = mkdtempSync(path.join(tmpdir(), 'zing-lighthouse-'))
const { cookie } = await logIn(base, Demo.parse(JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8'))))

for (const page of ['/', '/auth', '/feed']) {
  const scores = Array.from({ length: RUNS }, (_, run) => measure(page, run, page === '/feed' ? cookie : null))
  const medians = CATEGORIES.map((category) => `${category} ${median(scores.map((one) => one[category]))}`)
  console.log(
    `${page.padEnd(6)} ${medians.join('  ')}  (performance of ${RUNS}: ${scores.map((one) => one.performance).join(', ')})`,
  )
}
rmSync(folder, { recursive: true })

/** Scores from 0 to 100. A trace that Chromium did not finish counts for nothing and is made again. */
function measure(page: string, run: number, session: string | null): Record<(typeof CATEGORIES)[number], number> {
  const report = path.join(folder, `${run}.json`)
  const headers = path.join(folder, 'headers.json')
  writeFileSync(headers, JSON.stringify(session ? { Cookie: session } : {}))
  for (let tries = 0; tries < 5; tries++) {
    try {
      execFileSync(
        'npx',
        [
          ...['--yes', LIGHTHOUSE, base + page, '--quiet', `--only-categories=${CATEGORIES.join(',')}`],
          ...['--output=json', `--output-path=${report}`, `--extra-headers=${headers}`],
          '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking',
        ],
        { stdio: 'ignore', env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' } },
      )
    } catch {
      continue
    }
    const { categories } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
    if (categories.performance.score === null || categories.performance.score === 0) continue
    const score = (category: (typeof CATEGORIES)[number]) => Math.round((categories[category].score ?? 0) * 100)
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
    }
  }
  throw new Error(`Lighthouse could not measure ${page}`)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
