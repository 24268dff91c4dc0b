import { test as base } from '@playwright/test'
import { type SeedUsers, seedUsers } from './seed-users.ts'

interface PerTest {
  closedContexts: undefined
}

interface PerWorker {
  /** Shared by the tests of a worker and therefore read-only; a test that likes, blocks or edits registers its own users. */
  seed: SeedUsers
}

export const test = base.extend<PerTest, PerWorker>({
  /** Closes the browser contexts of a test, whose pages would go on polling during later tests. */
  closedContexts: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
  seed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use, { project }) => use(await seedUsers(project.use.baseURL ?? '')),
    { scope: 'worker' },
  ],
})
