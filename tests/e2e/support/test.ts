import { type Browser, test as base } from '@playwright/test'
import { type SeedUsers, seedUsers } from './seed-users.ts'

interface PerTest {
  closedContexts: undefined
}

interface PerWorker {
  /** False in tests of double taps. */
  arePressesApart: boolean
  /**
   * Shared by a worker's tests, and therefore read-only. A test that likes, blocks or edits registers its own users.
   */
  seed: SeedUsers
}

export const test = base.extend<PerTest, PerWorker>({
  /** Closes a test's browser contexts, whose pages would keep polling during later tests. */
  closedContexts: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
  arePressesApart: [true, { option: true, scope: 'worker' }],
  browser: [
    async ({ browser, arePressesApart }, use) => use(arePressesApart ? withPressesApart(browser) : browser),
    { scope: 'worker' },
  ],
  seed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use, { project }) => use(await seedUsers(project.use.baseURL ?? '')),
    { scope: 'worker' },
  ],
})

/** Spaces out presses. Journeys press faster than a person, and the client would take two presses for a double tap. */
function withPressesApart(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await context.addInitScript(setPressesApart)
    return context
  }
  return browser
}

/** Runs in the page, before the client listens. */
function setPressesApart(): void {
  let presses = 0
  window.addEventListener(
    'click',
    (event) => {
      presses += 1
      Object.defineProperty(event, 'timeStamp', { value: event.timeStamp + presses * 1_000 })
    },
    true,
  )
}
