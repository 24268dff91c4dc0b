import { confirmPassword, createRecoveryCodes, recoverAccount } from '@zing/proto/http/account'
import { addPasskey, createPasskeyOptions } from '@zing/proto/http/passkeys'
import { lossyDatabase } from '@zing/testing/lossy-database'
import { expect, test } from 'vitest'
import { createAuthenticator } from './authenticator.ts'
import { ORIGIN, PASSWORD, setupAuth } from './setup-auth.ts'

const { url, holdResponseTo } = await lossyDatabase()
const { db, anonymous, newUser } = await setupAuth({ MONGO_URL: url })

test('a recovery that comes while a passkey is added leaves none behind', async () => {
  const ada = await newUser()
  await ada.call(confirmPassword, { body: { password: PASSWORD } })
  const { codes } = (await ada.call(createRecoveryCodes)).body
  const passkey = createAuthenticator(ORIGIN).create((await ada.call(createPasskeyOptions)).body)

  const held = holdResponseTo('find', 'passkeys', 'slot') // after the confirmation was checked, before the write
  const adding = ada.call(addPasskey, { body: { name: 'My phone', passkey } })
  const release = await held
  const recovery = { username: ada.user.username, code: codes[0], newPassword: 'battery staple' }
  expect((await anonymous.call(recoverAccount, { body: recovery })).status).toBe(200)
  release()
  expect((await adding).status).toBe(403)
  expect(await db.collection('passkeys').countDocuments({ userId: ada.user.id })).toBe(0)
})
