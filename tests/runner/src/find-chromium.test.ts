import { expect, test } from 'vitest'
import { fakeEnvironment } from '../../../packages/dev-env/test/fake-environment.ts'
import { findChromium } from './find-chromium.ts'

test('it finds Chromium by CHROMIUM_PATH, then PATH, then apt (fake apt)', async () => {
  const onPath = fakeEnvironment({ programs: ['chromium-browser'], apt: ['chromium'] })
  const byApt = fakeEnvironment({ apt: ['chromium'] })

  expect(await findChromium({ ...onPath.environment, env: { CHROMIUM_PATH: '/mine' } })).toBe('/mine')
  expect(await findChromium(onPath.environment)).toBe('/bin/chromium-browser')
  expect(await findChromium(byApt.environment)).toBe('/bin/chromium')
  expect(byApt.used).toContain('apt chromium')
})

test.runIf(process.platform === 'linux')('without a browser the error names the package to install', async () => {
  await expect(findChromium(fakeEnvironment().environment)).rejects.toThrow(
    'The e2e tests need Chromium or Chrome: install one, or set CHROMIUM_PATH.',
  )
})
