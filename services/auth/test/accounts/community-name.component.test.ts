import { confirmPassword } from '@zing/proto/http/account'
import { createPasskeyOptions } from '@zing/proto/http/passkeys'
import { expect, test } from 'vitest'
import { setupDoor } from '../door/setup-door.ts'
import { PASSWORD } from '../setup-auth.ts'

const { publish, newUser, register } = await setupDoor()

test('passkeys bear the community’s name, which is no password there (10.community.name)', async () => {
  await publish({ name: 'Bienen in Köln' })
  const ada = await newUser()
  expect((await ada.call(confirmPassword, { body: { password: PASSWORD } })).status).toBe(204)
  expect((await ada.call(createPasskeyOptions)).body.rp.name).toBe('Bienen in Köln')
  expect((await register({ password: 'bienen-2026' })).body.code).toBe('COMMON_PASSWORD')
})
