import type { BrowserContext, Page } from '@playwright/test'
import { readCatalogue } from '@zing/web/locales/catalogues'
import { compileTexts, PSEUDO } from '@zing/web/locales/compile'
import { partsByFile } from '@zing/web/locales/parts'

/** Sends longer texts with accents in brackets for the English ones, so that the build is the product's own. */
export async function speakPseudo(context: BrowserContext): Promise<void> {
  const parts = partsByFile()
  await context.route('**/assets/texts/en/*.js', async (route) => {
    const [, part] = /\/en\/(\w+)-[^/]*$/.exec(route.request().url()) ?? []
    const texts = JSON.stringify(JSON.stringify(await compileTexts(PSEUDO, part, parts)))
    await route.fulfill({ contentType: 'text/javascript', body: `export default JSON.parse(${texts})` })
  })
}

/** Returns the English messages that a language has other words for. */
export async function englishOutside(language: string): Promise<Set<string>> {
  const messages = Object.values(await readCatalogue(language))
  return new Set(messages.flatMap(({ message = '', translation }) => (message === translation ? [] : [message])))
}

/** Returns what people read or hear on the page, without what members wrote. */
export function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isOurs = (element: Element | null) =>
      element && !element.closest('script, style, noscript, bdi, code, svg, body [lang], [dir=auto]:not(select)')
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (isOurs(node.parentElement)) texts.push(node.nodeValue ?? '')
    for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '')
    return texts.map((text) => text.trim()).filter((text) => /\p{L}/u.test(text))
  })
}
