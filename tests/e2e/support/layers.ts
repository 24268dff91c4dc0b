import { expect, type Page } from '@playwright/test'

/** Waits until the entry of a layer that was closed by hand is removed: the way back over it would end a navigation. */
export async function expectNoLayerEntry(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.history.state?.layers ?? 0)).toBe(0)
}
