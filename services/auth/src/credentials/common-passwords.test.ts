import type { FollowedSettings } from '@zing/kit/nats/settings'
import { DEFAULT_PUBLISHED, DEFAULT_SETTINGS } from '@zing/proto/community/settings'
import { errors } from '@zing/proto/errors'
import { PASSWORD_MIN } from '@zing/proto/limits'
import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { requireUncommonPassword } from './common-passwords.ts'

const refused = errors.commonPassword()
const named = (name: string) => ({ current: () => ({ ...DEFAULT_PUBLISHED, settings: { ...DEFAULT_SETTINGS, name } }) })
const check =
  (password: string, name = DEFAULT_SETTINGS.name) =>
  () =>
    requireUncommonPassword({ settings: named(name) as FollowedSettings }, password, 'ada.b')

test.each(['123456', 'password', 'Password', 'PASSWORD1', 'qwertyuiop', 'trustno1', 'iloveyou', 'letmein'])(
  'the common password %s is refused in whatever case (V6.2.12)',
  (password) => {
    expect(check(password)).toThrow(refused)
  },
)

test('the 10,000 most common passwords that are long enough are refused (V6.2.4, V6.2.12)', () => {
  const longEnough = dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN)
  const mostCommon = longEnough.slice(0, 10_000)
  expect(mostCommon).toHaveLength(10_000)
  for (const password of mostCommon) expect(check(password), password).toThrow(refused)
})

test.each(['ada.b.1990', 'Ada.B!', 'Zing2026', 'zing-dating', 'Moderator#1', '!!Support!!', 'ADMIN-admin-7'])(
  'the password %s of the username or of words of this product, digits and signs is refused (V6.2.11)',
  (password) => {
    expect(check(password)).toThrow(refused)
  },
)

test.each(['correct horse', 'zing-93-kettle', 'ada.b likes tea', 'amazing admiral', '840 271 93', 'ä'.repeat(20)])(
  'the password %s is accepted (V6.2.5)',
  (password) => {
    expect(check(password)).not.toThrow()
  },
)

test.each(['Berlin1990', 'bees-berlin', 'BEES of Berlin!'])(
  'the password %s of words of the community is refused there only (V6.2.11)',
  (password) => {
    expect(check(password)).not.toThrow()
    expect(check(password, 'Bees of Berlin')).toThrow(refused)
  },
)
