import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import { untilStill } from './until-still.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  nodes: { target: string[] }[]
}

/** Expects that axe finds no violation on the page in its current state, once it has faded in. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await untilStill(page)
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(source) // the page's CSP blocks a script tag
  const violations: Violation[] = await page.evaluate(
    "axe.run({ resultTypes: ['violations'], preload: { assets: ['media'] } }).then(({ violations }) => violations)",
  )
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found, name).toEqual([])
}
