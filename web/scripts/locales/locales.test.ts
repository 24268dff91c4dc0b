import { expect, test } from 'vitest'
import { literalsIn } from './literals.ts'
import { partsByFile } from './parts.ts'
import { readSources } from './sources.ts'

const sources = readSources()

test('it finds no text of the client outside of the catalogues (10.language.catalogue)', () => {
  const found = [...sources].flatMap(([file, code]) => literalsIn(file, code).map((text) => `${file}:${text}`))
  expect(found).toEqual([])
})

test.each([
  ['<p>Log in</p>', ['1: Log in']],
  ['<p>{isNew ? "Sign up" : name}</p>', ['1: Sign up']],
  ['<b aria-label="close" className="grid gap-2" />', ['1: close']],
  ['toast("Saved")', ['1: Saved']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
  ['const x = `You have ${count} likes`', ['1: You have {} likes']],
  ['<p>{t`Log in`}</p>', []],
  ['<Trans>Log <b>in</b></Trans>', []],
  ['throw new Error("There is no root")', []],
])('in %s it finds the literals %j', (code, found) => {
  expect(literalsIn('a.tsx', code)).toEqual(found)
})

test('texts of staff and texts of members are apart, and each has its part', () => {
  const parts = partsByFile(sources)
  expect(parts.get('web/src/features/landing/landing-screen.tsx')).toBe('first')
  expect(parts.get('web/src/features/feed/feed-screen.tsx')).toBe('member')
  expect(parts.get('web/src/features/moderation/queue-screen.tsx')).toBe('staff')
})

test('a component of staff is loaded with the texts of staff', () => {
  const loads =
    /lazyComponent\(\s*async \(\) => \(await import\('[^']*(?:admin|moderation|setup)\/[^']*'\)\)\.\w+(,\s*'staff')?/g
  const wrong = [...sources].flatMap(([file, code]) =>
    [...code.matchAll(loads)].flatMap(([load, staff]) => (staff ? [] : [`${file}: ${load}`])),
  )
  expect(wrong).toEqual([])
})
