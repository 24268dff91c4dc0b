/** Id of a requirement, such as `2.feed.7`, or `V6.2.2` of ASVS. Test titles end with ids in brackets. */
export const ID = String.raw`V?\d+\.[\w.-]+`
const IDS = new RegExp(String.raw` \((${ID}(?:, ${ID})*)\)$`)
// matches `test(`, `it(` and the second call of `test.each([…])(`, but not `test.skip(` or `test.todo(`
const TITLE = /(?:(?<![\w.])(?:test|it)|\))\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g

interface TestTitle {
  words: string
  ids: string[]
}

/** Returns the titles of a test file as its source writes them, without skipped tests. */
export function titlesOf(source: string): TestTitle[] {
  return Array.from(source.matchAll(TITLE), ([, , title = '']) => splitTitle(title.replace(/\\(['"`])/g, '$1')))
}

/** Splits "it keeps one like (2.feed.7, 2.feed.8)" into its words and its ids. */
export function splitTitle(title: string): TestTitle {
  return { words: title.replace(IDS, ''), ids: IDS.exec(title)?.[1]?.split(', ') ?? [] }
}
