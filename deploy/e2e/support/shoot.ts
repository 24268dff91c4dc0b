import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'

const FOLDER = path.resolve(import.meta.dirname, '../screenshots')
mkdirSync(FOLDER, { recursive: true })

/** Writes what is on the screen to an ignored folder, to be looked at, once it stands still; and lets axe judge it. */
export async function shoot(page: Page, name: string): Promise<void> {
  const isStill = () =>
    [...document.images].every((image) => image.complete || image.loading === 'lazy') &&
    document.getAnimations().every(({ playState }) => playState !== 'running')
  await expect.poll(() => page.evaluate(isStill)).toBe(true)
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`) })
  await expectAccessible(page, name)
}
