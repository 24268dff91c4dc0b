import { test as base } from '@playwright/test'

/** Every browser context ends with its test: what stays open goes on polling and slows down the tests that follow. */
export const test = base.extend<{ closedContexts: undefined }>({
  closedContexts: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
