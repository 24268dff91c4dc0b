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

/** A page at rest. */
interface View {
  /** Path and open layers. */
  where: string
  /** The page as a user sees it, and its writing requests. */
  outcome: string
  controls: Point[]
}

/**
 * Taps each control of a place twice. Returns the changes that second taps made, which must be none. Skips the shared
 * controls in `tapped`, and adds the new ones.
 */
export async function tapAllTwice(page: Page, place: Place, tapped: Set<string>): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const traffic = followTraffic(page)
  const open = async () => {
    await place.open()
    return settledView(page, traffic)
  }
  const start = await open()
  let view = start
  expect(start.controls.length, `controls of ${place.name}`).toBeGreaterThan(0)
  const untapped = start.controls.filter(({ everywhere }) => everywhere === null || !tapped.has(everywhere))
  for (const { everywhere } of untapped) if (everywhere !== null) tapped.add(everywhere)
  const labels = untapped.map(({ label }) => label).reverse() // so that a dialog's actions come before its way out

  /** Finds the control, after a return to the place if the taps have left it. */
  async function find(label: string): Promise<Point | undefined> {
    const inView = () => (view.where === start.where ? view.controls.find((one) => one.label === label) : undefined)
    if (!inView()) view = await goBack(page, traffic)
    if (!inView()) view = await open()
    return inView()
  }

  async function faultOf(label: string, delayS: number): Promise<string | null> {
    const point = await find(label)
    if (!point) return null // an earlier tap removed it
    traffic.forget()
    const at = Date.now() / 1_000
    await tap(session, point, at)
    const once = await settledView(page, traffic)
    await tap(session, point, at + delayS)
    const twice = await settledView(page, traffic)
    view = twice
    if (twice.outcome === once.outcome) return null

    view = await open()
    const again = await find(label)
    traffic.forget()
    if (again) await tap(session, again, Date.now() / 1_000)
    const isLate = await isReached(page, traffic, twice.outcome)
    view = await open()
    return isLate ? null : `${place.name}, ${label}: ${once.outcome} became ${twice.outcome}`
  }

  const faults: string[] = []
  for (const [index, label] of labels.entries()) {
    const delayS = DELAYS_S[index % DELAYS_S.length] ?? 0
    // on a busy machine a late dialog looks like the effect of a tap; only a fault repeats
    const fault = (await faultOf(label, delayS)) && (await faultOf(label, delayS))
    if (fault) faults.push(fault)
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

/** Goes back from the opened screen, which costs less than opening the place again. The screen may leave no way back. */
async function goBack(page: Page, traffic: Traffic): Promise<View> {
  await page.goBack({ timeout: 10_000 }).catch(() => null)
  return settledView(page, traffic)
}

/** Reads the page once two reads agree, since late content moves the controls. */
async function settledView(page: Page, traffic: Traffic): Promise<View> {
  let view: View | undefined
  await expect(async () => {
    const before = view
    const { isLoading, ...read } = await readView(page, traffic)
    view = read
    expect({ isLoading, isQuiet: traffic.isQuiet(), view }).toEqual({ isLoading: false, isQuiet: true, view: before })
  }).toPass({ intervals: [50], timeout: 60_000 })
  if (!view) throw new Error('no view')
  return view
}

/** True if one tap alone leads to this outcome: a dialog may load after the first tap. */
function isReached(page: Page, traffic: Traffic, outcome: string): Promise<boolean> {
  return expect
    .poll(async () => (await readView(page, traffic)).outcome, { timeout: 10_000 })
    .toBe(outcome)
    .then(
      () => true,
      () => false,
    )
}

async function readView(page: Page, { writes }: Traffic): Promise<View & { isLoading: boolean }> {
  const { where, states, controls, isLoading } = await page.evaluate(readPage, CONTROLS)
  return { where, outcome: JSON.stringify({ where, states, writes }), controls, isLoading }
}

/** Runs in the page when it is idle, so that a loaded dialog has been drawn. Equal labels of controls get numbers. */
async function readPage(selector: string) {
  for (let times = 0; times < 2; times++)
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }))
  const namesOf = (elements: string) =>
    [...document.querySelectorAll(elements)].map(
      (one) => one.getAttribute('aria-label') ?? one.querySelector('h2')?.textContent ?? one.id,
    )
  const textsOf = (elements: string) => [...document.querySelectorAll(elements)].map((one) => one.textContent)

  const seen = new Map<string, number>()
  const controls: Point[] = []
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = document.elementFromPoint(x, y)
    if (!hit || !(element.contains(hit) || hit.closest('label')?.control === element)) continue // out of a finger's reach
    const isBell = element.matches('button') && element.textContent?.startsWith('Notifications')
    const everywhere = element.closest('nav') ? element.getAttribute('href') : isBell ? 'bell' : null
    const text = // an address or a name that stays when a time or a number beside it changes
      everywhere ??
      element.getAttribute('href') ??
      element.getAttribute('aria-label') ??
      element.closest('label')?.textContent ??
      element.textContent ??
      ''
    const number = (seen.get(text) ?? 0) + 1
    seen.set(text, number)
    controls.push({ label: `${text} ${number}`, everywhere, x, y })
  }
  return {
    where: JSON.stringify([location.pathname, ...namesOf('dialog[open], [role=menu]')]),
    states: [...namesOf('[aria-pressed=true], :checked'), ...textsOf('[aria-expanded=true], [aria-selected=true]')],
    controls,
    isLoading: document.querySelector('output[aria-label^=Loading]') !== null,
  }
}

/** Sets the time of the event, so that a busy machine cannot turn a quick tap into a slow one. */
async function tap(session: CDPSession, { x, y }: Point, timestamp: number): Promise<void> {
  const touchPoints = [{ x, y }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, timestamp })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp })
}
