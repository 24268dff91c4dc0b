import { FEATURES } from '@zing/proto/community/modes'
import { expect, test } from 'vitest'
import { settingsSections } from './settings-list.ts'

test('every feature has a switch on the settings screen (10.client.community.settings)', () => {
  const features = settingsSections().find(({ id }) => id === 'features')
  const paths = features?.settings.map(({ path }) => path)
  expect(paths?.toSorted()).toEqual(FEATURES.map((name) => `features.${name}`).toSorted())
})
