import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const features = path.join(import.meta.dirname, 'features')

const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
const featureOf = (file: string) => path.relative(features, file).split(path.sep)[0] ?? ''

// Biome cannot express a feature that imports its neighbour by a relative path.
test('no feature imports another feature', () => {
  const crossings = files.flatMap((file) => {
    const whole = path.join(features, file)
    const imports = [...readFileSync(whole, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)]
    return imports
      .map(([, target]) => featureOf(path.resolve(path.dirname(whole), target ?? '')))
      .filter((target) => target !== '..' && target !== featureOf(whole))
      .map((target) => `${file} -> ${target}`)
  })
  expect(crossings).toEqual([])
})

test('the features folder has files to check', () => {
  expect(files.length).toBeGreaterThan(20)
})
