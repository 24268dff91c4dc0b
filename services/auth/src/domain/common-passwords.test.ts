import { AppError } from '@zing/kit/errors'
import { expect, test } from 'vitest'
import { requireUncommonPassword } from './common-passwords.ts'

const refused = new AppError(400, 'Many people use this password, so it is easy to guess. Please choose another one.', {
  code: 'COMMON_PASSWORD',
})

test.each(['123456', 'password', 'Password', 'PASSWORD1', 'qwertyuiop', 'trustno1', 'iloveyou', 'letmein'])(
  'the common password %s is refused in whatever case',
  (password) => {
    expect(() => requireUncommonPassword(password)).toThrow(refused)
  },
)

test.each(['correct horse', 'zing-93-kettle', 'ä'.repeat(20)])('the password %s is accepted', (password) => {
  expect(() => requireUncommonPassword(password)).not.toThrow()
})
