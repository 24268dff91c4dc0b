import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const features = path.join(import.meta.dirname, 'features')

// Biome cannot express this one: a feature reaching its neighbour by a relative path.
test('no feature imports another feature', () => {
  const crossings = readdirSync(features).flatMap((feature) =>
    readdirSync(path.join(features, feature)).flatMap((file) => {
      const source = readFileSync(path.join(features, feature, file), 'utf8')
      const imports = [...source.matchAll(/from '(\.\.\/[^']+)'/g)].map(([, target]) => target ?? '')
      return imports.filter((target) => !target.startsWith('../../')).map((target) => `${feature}/${file} -> ${target}`)
    }),
  )
  expect(crossings).toEqual([])
})

test('features have files, so the test above looks at something', () => {
  expect(readdirSync(features, { recursive: true }).length).toBeGreaterThan(20)
})
