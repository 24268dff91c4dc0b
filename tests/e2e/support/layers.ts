import { expect, type Page } from '@playwright/test'

/**
 * Waits until a manually closed layer's entry has left the history. Its removal goes back, which would end a
 * navigation.
 */
export async function expectNoLayerEntry(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.history.state?.layers ?? 0)).toBe(0)
}
