import { expect, test } from 'vitest'
import { SettingsMessage } from '../nats/settings.ts'
import { DEFAULT_PUBLISHED, DEFAULT_SETTINGS } from './settings.ts'

test('a message of an older release is read with today’s defaults, without what is gone', () => {
  const { features, ...older } = DEFAULT_SETTINGS
  const settings = { ...older, name: 'Harbour', features: { push: false }, gone: true }
  expect(SettingsMessage.parse({ ...DEFAULT_PUBLISHED, version: 3, settings })).toEqual({
    ...DEFAULT_PUBLISHED,
    version: 3,
    settings: { ...DEFAULT_SETTINGS, name: 'Harbour', features: { ...features, push: false } },
  })
})
