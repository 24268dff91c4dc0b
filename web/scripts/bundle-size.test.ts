import { expect, test } from 'vitest'
import { filesOf, lazyScripts, modulesOf, staffLeaks } from './bundle-size.ts'

const manifest = {
  'index.html': { file: 'index.js', imports: ['_react.js'] },
  'landing.tsx': { file: 'landing.js', imports: ['_react.js', '_icons.js'] },
  'chat.tsx': { file: 'chat.js', imports: ['index.html'] },
  '_react.js': { file: 'react.js' },
  '_icons.js': { file: 'icons.js', imports: ['landing.tsx'] },
  'font.woff2': { file: 'font.woff2' },
}

test('the first load is the entry, its screen and all their imports, each counted once', () => {
  expect([...filesOf(manifest, ['index.html', 'landing.tsx'])].toSorted()).toEqual([
    'icons.js',
    'index.js',
    'landing.js',
    'react.js',
  ])
})

test('the modules of a page are those of its script tags, and an unknown script is an error', () => {
  const page =
    '<script type="module" src="/react.js"></script><script type="module" crossorigin src="/index.js"></script>'
  expect(modulesOf(manifest, page)).toEqual(['_react.js', 'index.html'])
  expect(() => modulesOf(manifest, '<script src="/gone.js">')).toThrow('the build has no gone.js')
})

test('a screen that is missing in the build is an error', () => {
  expect(() => filesOf(manifest, ['gone.tsx'])).toThrow('the build has no gone.tsx')
})

test('it lists the scripts that are not part of the first load', () => {
  expect([...lazyScripts(manifest, ['landing.tsx'])]).toEqual(['index.js', 'chat.js'])
})

test('when another screen imports one of moderators, it is named', () => {
  const queue = { 'src/features/moderation/queue-screen.tsx': { file: 'staff.js', imports: ['_react.js'] } }
  expect(staffLeaks({ ...manifest, ...queue })).toEqual([])
  const leak = { 'src/features/feed/feed-screen.tsx': { file: 'feed.js', imports: Object.keys(queue) } }
  expect(staffLeaks({ ...manifest, ...queue, ...leak })).toEqual(Object.keys(leak))
})
