import { test as base } from '@playwright/test'
import { type Cast, makeCast } from './seed-members.ts'

interface PerTest {
  closedContexts: undefined
}

interface PerWorker {
  /** People to look at and to log in as; whoever likes, blocks or edits makes their own. */
  cast: Cast
}

export const test = base.extend<PerTest, PerWorker>({
  /** Every browser context ends with its test: what stays open goes on polling and slows down the tests that follow. */
  closedContexts: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
  cast: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use, { project }) => use(await makeCast(project.use.baseURL ?? '')),
    { scope: 'worker' },
  ],
})
