import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Found {
  id: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** Nothing that axe can judge is wrong with the page as it stands now. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.evaluate(source) // not a script tag: the page's CSP would refuse it
  const violations: Found[] = await page.evaluate('axe.run().then(({ violations }) => violations)')
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found, what).toEqual([])
}
