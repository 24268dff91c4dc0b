import { confirmPassword, createRecoveryCodes, recoverAccount } from '@zing/proto/http/account'
import { addPasskey, createPasskeyOptions } from '@zing/proto/http/passkeys'
import { heldDatabase } from '@zing/testing/held-database'
import { testDatabase } from '@zing/testing/servers'
import { expect, test } from 'vitest'
import { createAuthenticator } from './authenticator.ts'
import { ORIGIN, PASSWORD, setupAuth } from './setup-auth.ts'

const database = await heldDatabase(testDatabase())
const { db, anonymous, newUser } = await setupAuth({ MONGO_URL: database.url })

test('a recovery that comes while a passkey is added leaves none behind', async () => {
  const ada = await newUser()
  await ada.call(confirmPassword, { body: { password: PASSWORD } })
  const { codes } = (await ada.call(createRecoveryCodes)).body
  const passkey = createAuthenticator(ORIGIN).create((await ada.call(createPasskeyOptions)).body)

  // after the confirmation was checked, before the write
  const held = database.holdResponse((bytes) => ['find', 'passkeys', 'slot'].every((word) => bytes.includes(word)))
  const adding = ada.call(addPasskey, { body: { name: 'My phone', passkey } })
  await held.arrived
  const recovery = { username: ada.user.username, code: codes[0], newPassword: 'battery staple' }
  expect((await anonymous.call(recoverAccount, { body: recovery })).status).toBe(200)
  held.release()
  expect((await adding).status).toBe(403)
  expect(await db.collection('passkeys').countDocuments({ userId: ada.user.id })).toBe(0)
})
