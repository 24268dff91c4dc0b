import { expect, test } from 'vitest'
import { priceOf } from './price.ts'

const calm = { lastHour: 59, usual: 0 }
const busy = { lastHour: 60, usual: 0 }
const attack = { lastHour: 200, usual: 0 }

test.each([
  ['auto', [calm, busy, attack], false, ['none', 'middle', 'high']],
  ['auto', [calm, busy, attack], true, ['none', 'none', 'none']],
  ['always', [calm, busy, attack], false, ['middle', 'middle', 'high']],
  ['always', [calm, busy, attack], true, ['middle', 'middle', 'middle']],
  ['off', [calm, busy, attack], false, ['none', 'none', 'none']],
  // in a large community many sign-ups are usual
  ['auto', [{ lastHour: 1_199, usual: 600 }], false, ['none']],
  ['auto', [{ lastHour: 1_200, usual: 600 }], false, ['middle']],
  ['auto', [{ lastHour: 3_000, usual: 600 }], false, ['high']],
] as const)('when the setting is %s, the hours %j with an invitation %s cost %j', (proof, hours, invited, prices) => {
  expect(hours.map((hour) => priceOf(hour, proof, invited))).toEqual(prices)
})
