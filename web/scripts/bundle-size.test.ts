import { expect, test } from 'vitest'
import { allScripts, filesOf, modulesOf } from './bundle-size.ts'

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

test('all scripts are counted, and no other files', () => {
  expect(allScripts(manifest).size).toBe(5)
})
