import { type CDPSession, expect, type Page, type Request } from '@playwright/test'

/** Times between the two taps of a double tap, in seconds. */
const DELAYS_S = [0.12, 0.25, 0.5]
/** Read marks follow from shown messages, not from a tap; an undo without a decision does nothing. */
const HARMLESS = /\/(markAllRead|read|read-all|undo)$/
const CONTROLS =
  'button:not(:disabled), a[href]:not([target]), input[type=checkbox]:not(:disabled), input[type=radio]:not(:disabled), [role=menuitemradio]'

export interface Place {
  name: string
  /** Opens the place from any page. */
  open: () => Promise<unknown>
}

interface Point {
  label: string
  /** Address of a link in the bar, or the bell: controls that many screens share. */
  everywhere: string | null
  x: number
  y: number
}

/**
 * Taps each control of a place twice. Returns the changes that second taps made, which must be none. Skips the shared
 * controls in `tapped`, and adds the new ones.
 */
export async function tapAllTwice(page: Page, place: Place, tapped: Set<string>): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const traffic = followTraffic(page)
  const start = await openPlace(page, place, traffic)
  let isThere = true
  const controls = await controlsOf(page)
  expect(controls.length, `controls of ${place.name}`).toBeGreaterThan(0)
  const untapped = controls.filter(({ everywhere }) => everywhere === null || !tapped.has(everywhere))
  for (const { everywhere } of untapped) if (everywhere !== null) tapped.add(everywhere)
  const labels = untapped.map(({ label }) => label).reverse() // so that a dialog's actions come before its way out
  const faults: string[] = []
  for (const [index, label] of labels.entries()) {
    if (!isThere) await returnTo(page, place, traffic, start)
    const point = (await controlsOf(page)).find((one) => one.label === label)
    if (!point) continue // an earlier tap removed it
    const at = Date.now() / 1_000
    await tap(session, point, at)
    const once = await settledOutcome(page, traffic)
    await tap(session, point, at + (DELAYS_S[index % DELAYS_S.length] ?? 0))
    const twice = await settledOutcome(page, traffic)
    isThere = twice === start
    if (twice === once) continue
    await openPlace(page, place, traffic)
    await tap(session, point, Date.now() / 1_000)
    if (!(await isReached(page, traffic, twice))) faults.push(`${place.name}, ${label}: ${once} became ${twice}`)
    isThere = false
  }
  traffic.end()
  await session.detach()
  return faults
}

/** Records the page's writing requests, and whether the page waits for a response. */
function followTraffic(page: Page) {
  const writes: string[] = []
  const waiting = new Set<Request>()
  const onRequest = (request: Request) => {
    if (request.isNavigationRequest()) waiting.clear() // the other requests belong to the page before
    waiting.add(request)
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && !HARMLESS.test(pathname)) writes.push(`${request.method()} ${pathname}`)
  }
  const onEnd = (request: Request) => waiting.delete(request)
  page.on('request', onRequest).on('requestfinished', onEnd).on('requestfailed', onEnd)
  return {
    writes,
    isQuiet: () => waiting.size === 0,
    forget: () => {
      writes.length = 0
    },
    end: () => page.off('request', onRequest).off('requestfinished', onEnd).off('requestfailed', onEnd),
  }
}
type Traffic = ReturnType<typeof followTraffic>

/** Opens a place and waits until its controls stay in place, since late content moves them. */
async function openPlace(page: Page, { open }: Place, traffic: Traffic): Promise<string> {
  await open()
  let outcome = ''
  let last = ''
  await expect(async () => {
    const before = last
    outcome = await settledOutcome(page, traffic)
    last = JSON.stringify(await controlsOf(page))
    expect(last).toBe(before)
  }).toPass({ intervals: [50], timeout: 60_000 })
  if (traffic.writes.length === 0) return outcome
  traffic.forget()
  return settledOutcome(page, traffic)
}

/** Goes back from the opened screen, which costs less than opening the place again. The screen may leave no way back. */
async function returnTo(page: Page, place: Place, traffic: Traffic, start: string): Promise<void> {
  await page.goBack({ timeout: 10_000 }).catch(() => null)
  traffic.forget()
  if ((await settledOutcome(page, traffic)) !== start) await openPlace(page, place, traffic)
}

/** The controls that a finger can reach; equal labels get numbers. */
function controlsOf(page: Page): Promise<Point[]> {
  return page.evaluate((selector) => {
    const seen = new Map<string, number>()
    const points: Point[] = []
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      const { left, top, width, height } = element.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const hit = document.elementFromPoint(x, y)
      if (!hit || !(element.contains(hit) || hit.closest('label')?.control === element)) continue
      const text =
        element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent ?? ''
      const number = (seen.get(text) ?? 0) + 1
      seen.set(text, number)
      const isBell = text.startsWith('Notifications') && element.matches('button')
      const everywhere = element.closest('nav') ? element.getAttribute('href') : isBell ? 'bell' : null
      points.push({ label: `${text} ${number}`, everywhere, x, y })
    }
    return points
  }, CONTROLS)
}

/** Reads the page as a user sees it, and its writing requests, once two reads agree. */
async function settledOutcome(page: Page, { writes, isQuiet }: Traffic): Promise<string> {
  let last = ''
  await expect(async () => {
    const before = last
    const { isLoading, ...outcome } = await page.evaluate(readOutcome)
    last = JSON.stringify({ ...outcome, writes })
    expect({ isLoading, isQuiet: isQuiet(), outcome: last }).toEqual({
      isLoading: false,
      isQuiet: true,
      outcome: before,
    })
  }).toPass({ intervals: [50], timeout: 30_000 })
  return last
}

/** True if one tap alone leads to this outcome: a dialog may load after the first tap. */
function isReached(page: Page, { writes }: Traffic, outcome: string): Promise<boolean> {
  const look = async () => {
    const { isLoading: _, ...now } = await page.evaluate(readOutcome)
    return JSON.stringify({ ...now, writes })
  }
  return expect
    .poll(look, { timeout: 10_000 })
    .toBe(outcome)
    .then(
      () => true,
      () => false,
    )
}

/** Runs in the page when it is idle, so that a loaded dialog has been drawn. */
async function readOutcome() {
  for (let times = 0; times < 2; times++)
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }))
  const all = [...document.querySelectorAll('dialog[open], [role=menu], [aria-pressed=true], :checked')]
  const open = all.map((one) => one.getAttribute('aria-label') ?? one.querySelector('h2')?.textContent ?? one.id)
  const expanded = [...document.querySelectorAll('[aria-expanded=true], [aria-selected=true]')].map(
    (one) => one.textContent,
  )
  const isLoading = document.querySelector('output[aria-label^=Loading]') !== null
  return { path: location.pathname, open, expanded, isLoading }
}

/** Sets the time of the event, so that a busy machine cannot turn a quick tap into a slow one. */
async function tap(session: CDPSession, { x, y }: Point, timestamp: number): Promise<void> {
  const touchPoints = [{ x, y }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, timestamp })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp })
}
