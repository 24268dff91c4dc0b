import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { logIn } from '@zing/dev-env/demo/member'
import { z } from 'zod'

// `npm run frames`, beside a running `npm start` with demo users: measures the frames of a card that is swiped. The
// phone has a quarter of this machine's CPU. It is no test: a busy machine shows fewer frames.
const THROTTLING = 4
const SWIPES = Number(process.env.SWIPES ?? 5)
const FRAME_MS = 1_000 / 60
/** A longer time since the previous frame means that at least one was left out. */
const LATE_MS = FRAME_MS * 1.5
const DRAG_MS = 900
const THROW_MS = 400
const REACH_PX = 90

const Demo = z.object({ username: z.string(), password: z.string() })
/** Times of the frames, and main-thread work in seconds until each. */
const Recorded = z.array(z.number())

const base = process.argv[2] ?? 'http://localhost:8080'
const dataDir = path.resolve(process.env.DATA_DIR || '.data')
const { cookie } = await logIn(base, Demo.parse(JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8'))))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
const context = await browser.newContext({ baseURL: base, viewport: { width: 390, height: 844 }, hasTouch: true })
await context.addCookies(cookie.split('; ').map((pair) => toCookie(pair)))
const page = await context.newPage()
const devtools = await context.newCDPSession(page)
await page.goto('/feed')
await page.locator('[data-card]').first().waitFor()
await page.waitForLoadState('networkidle')
await devtools.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' }) // processor time, so that a busy machine does not change it
await devtools.send('Performance.enable')
await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLING })

for (const part of ['drag', 'throw'] as const) {
  const runs = []
  for (let run = 0; run < SWIPES; run++) runs.push(await measure(page, devtools, part))
  const gaps = runs.flatMap(({ gaps }) => gaps).toSorted((a, b) => a - b)
  const late = gaps.filter((gap) => gap > LATE_MS).length
  const work = runs.reduce((sum, run) => sum + run.workMs, 0) / gaps.length
  console.log(
    `${part.padEnd(5)} ${SWIPES} swipes, CPU x${THROTTLING}: ${gaps.length} frames, ${rate(gaps)} a second, ` +
      `gap p50 ${at(gaps, 0.5)} ms, p95 ${at(gaps, 0.95)} ms, longest ${at(gaps, 1)} ms, ` +
      `${late} late; ${work.toFixed(1)} ms of processor time a frame on the main thread`,
  )
}
await browser.close()

function toCookie(pair: string) {
  const separator = pair.indexOf('=')
  return { name: pair.slice(0, separator), value: pair.slice(separator + 1), url: base }
}

/** Drags the first card to and fro, or throws it to the left, which passes it. */
async function measure(page: Page, devtools: CDPSession, part: 'drag' | 'throw') {
  const card = page.locator('[data-card]').first()
  const { x = 0, y = 0, width = 0, height = 0 } = (await card.boundingBox()) ?? {}
  const [centre, middle] = [x + width / 2, y + height / 3]
  const touch = (type: 'touchStart' | 'touchMove', dx: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: centre + dx, y: middle }] })
  await touch('touchStart', 0)
  await touch('touchMove', -REACH_PX / 2) // the first movement decides between swipe and scroll
  if (part === 'throw') await touch('touchMove', -width / 2)

  const before = await mainThreadMs(devtools)
  await page.evaluate(() => {
    const frames: number[] = []
    Object.assign(window, { frames })
    const record = (time: number) => {
      frames.push(time)
      requestAnimationFrame(record)
    }
    requestAnimationFrame(record)
  })
  if (part === 'drag') {
    const start = Date.now()
    while (Date.now() - start < DRAG_MS) {
      const dx = REACH_PX * Math.cos(((Date.now() - start) / DRAG_MS) * 2 * Math.PI)
      void touch('touchMove', -dx) // not awaited, so that the next movement is on time on a slow page
      await wait(FRAME_MS)
    }
  } else {
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await wait(THROW_MS)
  }
  const frames = Recorded.parse(await page.evaluate('frames.splice(0)'))
  const workMs = (await mainThreadMs(devtools)) - before
  if (part === 'drag') await devtools.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] })
  await page.reload()
  await card.waitFor()
  await page.waitForLoadState('networkidle')
  return { gaps: frames.slice(1).map((time, index) => time - (frames[index] ?? 0)), workMs }
}

async function mainThreadMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}

function rate(gaps: number[]): string {
  return (1_000 / (gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length)).toFixed(1)
}

function at(sorted: number[], part: number): string {
  return (sorted[Math.ceil(sorted.length * part) - 1] ?? 0).toFixed(1)
}
