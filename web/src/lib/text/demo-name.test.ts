import { expect, test } from 'vitest'
import { demoNameOf } from './demo-name.ts'

test('the suffix of a demo companion is not part of the name', () => {
  expect(demoNameOf('Mia - demo')).toEqual({ name: 'Mia', isDemo: true })
  expect(demoNameOf('Demo - demon')).toEqual({ name: 'Demo - demon', isDemo: false })
})
