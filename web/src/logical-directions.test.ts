import { expect, test } from 'vitest'
import { readSources } from '../scripts/locales/sources.ts'

/** Utilities of one side. The middle is not a side: `left-1/2`. */
const SIDE =
  /(?<![\w-]|[a-z]-)-?(?:(?:(?:scroll-)?[mp][lr]|left|right|rounded-[tb]?[lr]|border-[lr])-(?!1\/2)[\d[(a-z]|(?:text|float)-(?:left|right)(?![\w-])|border-[lr](?![\w-]))\S*/g

test('it lays out along the text, so that right to left needs no second style (10.language.direction)', () => {
  const found = [...readSources()].flatMap(([file, code]) => (code.match(SIDE) ?? []).map((word) => `${file}: ${word}`))
  expect(found).toEqual([])
})

test.each(['ml-2', '-right-4', 'lg:pl-[3px]', 'text-left', 'border-r', 'rounded-tl-card', 'left-(--edge)'])(
  'it finds %s',
  (word) => expect(`className="flex ${word} p-2"`).toMatch(SIDE),
)
