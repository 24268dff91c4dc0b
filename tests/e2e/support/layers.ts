import { expect, type Page } from '@playwright/test'

/** Waits until the history has no entry of a layer: one that was closed by hand is removed asynchronously, which ends a navigation. */
export async function expectNoLayerEntry(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.history.state?.layers ?? 0)).toBe(0)
}
