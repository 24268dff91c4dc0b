import { expect, type Page } from '@playwright/test'

/** Expects that all text fits its box, or ends in an ellipsis or a scrolling list, without sideways scrolling. */
export async function expectTextToFit(page: Page, screen: string): Promise<void> {
  await expectToFit(page, screen)
  expect(await wideTexts(page), screen).toEqual([])
}

/** Returns the elements whose text is wider than their box. */
function wideTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isHandled = (element: Element) => {
      const { textOverflow, overflowX } = getComputedStyle(element)
      return textOverflow === 'ellipsis' || overflowX === 'auto' || overflowX === 'scroll'
    }
    // boxes of 1 px are for screen readers only
    return [...document.body.querySelectorAll<HTMLElement>('*')]
      .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
      .filter((element) => !isHandled(element) && !element.closest('.sr-only, [aria-hidden], textarea, svg'))
      .filter((element) => !element.querySelector('.overflow-x-auto')) // it extends into the margin of its screen
      .map((element) => `${element.outerHTML.slice(0, 160)} ${element.scrollWidth} > ${element.clientWidth}`)
  })
}

/** Expects every visible element within the window's width, unless its own list scrolls sideways. */
export async function expectToFit(page: Page, screen: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  expect(await outside(page), screen).toEqual({ found: [], scroll: 0 })
}

/** Returns the elements that reach out of the window, and how far the page scrolls sideways. */
export function outside(page: Page): Promise<{ found: string[]; scroll: number }> {
  return page.evaluate(() => {
    const inRow = (element: Element) => element.closest('.overflow-x-auto') !== null
    const isOut = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (left < -1 || right > window.innerWidth + 1)
    }
    const found = [...document.querySelectorAll('a, button, input, select, textarea, h1, h2, h3, p, img')]
      .filter((element) => isOut(element) && !inRow(element) && !element.closest('.sr-only, [aria-hidden]'))
      .map((element) => element.outerHTML.slice(0, 120))
    return { found, scroll: document.documentElement.scrollWidth - window.innerWidth }
  })
}

/**
 * Returns texts that are wider than their box, or end in an ellipsis, and controls that are lower than their text. `ours`
 * matches texts of the product: what people wrote may end in an ellipsis.
 */
export function cutTexts(page: Page, ours: RegExp): Promise<string[]> {
  return page.evaluate((source) => {
    const isOurs = (element: Element) => new RegExp(source).test(element.textContent.trim())
    const about = (element: Element) =>
      `${element.textContent.trim().slice(0, 80)} in ${element.outerHTML.slice(0, 120)}`
    const all = [...document.body.querySelectorAll<HTMLElement>('*')]
    const hasText = ({ childNodes }: Element) =>
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    const tooWide = all.filter(
      (element) =>
        element.clientWidth > 1 &&
        element.scrollWidth > element.clientWidth + 1 &&
        hasText(element) &&
        isOurs(element) &&
        !element.closest('bdi, .sr-only, textarea'),
    )
    const tooHigh = all.filter((element) => {
      if (!element.matches('button, a, label, summary, [role=tab]')) return false
      const { height, top, bottom } = element.getBoundingClientRect()
      if (height < 2 || getComputedStyle(element).display === 'inline') return false
      const range = document.createRange()
      range.selectNodeContents(element)
      const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
      return isOurs(element) && lines.some((line) => line.top < top - 6 || line.bottom > bottom + 6)
    })
    return [...tooWide.map(about), ...tooHigh.map((element) => `higher: ${about(element)}`)]
  }, ours.source)
}
