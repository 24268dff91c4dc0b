import { screen, waitFor, within } from '@testing-library/react'
import type { Passkey, PasskeyCreationOptions, PasskeyRequestOptions } from '@zing/proto/accounts/passkeys'
import { confirmPassword, createRecoveryCodes } from '@zing/proto/http/account'
import {
  addPasskey,
  confirmWithPasskey,
  createConfirmOptions,
  createPasskeyOptions,
  listPasskeys,
  removePasskey,
} from '@zing/proto/http/passkeys'
import { expect, test } from 'vitest'
import { shownToast } from '../../../lib/state/toast-store.ts'
import { ENCODED, openByIpAddress, SIGNED, stubPasskeys } from '../../../test/passkeys.ts'
import { renderAt, setupApi } from '../../../test/render-at.tsx'
import { tapTwice } from '../../../test/tap-twice.ts'

const CREATION: PasskeyCreationOptions = {
  rp: { id: 'localhost', name: 'Zing' },
  user: { id: ENCODED, name: 'ada', displayName: 'Ada' },
  challenge: ENCODED,
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
}
const REQUEST: PasskeyRequestOptions = {
  rpId: 'localhost',
  challenge: ENCODED,
  timeout: 300_000,
  allowCredentials: [{ id: ENCODED, type: 'public-key' }],
  userVerification: 'required',
}
const PHONE: Passkey = {
  id: 'p'.repeat(43),
  name: 'My phone',
  isSynced: true,
  createdAt: '2026-01-01T10:00:00.000Z',
  lastUsedAt: '2026-01-02T10:00:00.000Z',
}
const KEY: Passkey = { ...PHONE, id: 'k'.repeat(43), name: 'Security key', isSynced: false, lastUsedAt: null }
const confirmNeeded = { message: 'Please enter your password again', code: 'CONFIRM' }

async function open() {
  const view = renderAt('/account')
  await screen.findByRole('heading', { name: 'Passkeys' })
  return view
}

async function rows(): Promise<HTMLElement[]> {
  return within(await screen.findByRole('list', { name: 'Your passkeys' })).getAllByRole('listitem')
}

test('the passkeys are listed with their last use', async () => {
  stubPasskeys()
  setupApi().respond(listPasskeys, [PHONE, KEY])
  await open()
  const [phone, key] = await rows()
  expect(phone).toHaveTextContent('My phoneAdded on 1 Jan · SyncedLast used on 2 Jan')
  expect(key).toHaveTextContent('Security keyAdded on 1 JanNot used yet')
})

test('a named passkey is created in the browser and added once, after a confirmation if required', async () => {
  const { create } = stubPasskeys()
  const api = setupApi()
  api.reject(createPasskeyOptions, 403, confirmNeeded)
  api.respond(confirmPassword, undefined)
  const { user } = await open()
  expect(await screen.findByText("You don't have a passkey yet.")).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }))
  const confirm = within(await screen.findByRole('dialog', { name: "Confirm it's you" }))
  expect(confirm.queryByRole('button', { name: 'Use a passkey instead' })).toBeNull()
  await user.type(confirm.getByLabelText('Password'), 'correct horse')
  api.respond(createPasskeyOptions, CREATION)
  api.respond(addPasskey, { ...PHONE, lastUsedAt: null })
  await user.click(confirm.getByRole('button', { name: 'Continue' }))

  const dialog = within(await screen.findByRole('dialog', { name: 'Add a passkey' }))
  await user.clear(dialog.getByLabelText('Name'))
  await user.click(dialog.getByRole('button', { name: 'Create passkey' }))
  expect(await dialog.findByText('Name is required')).toBeInTheDocument()
  await user.type(dialog.getByLabelText('Name'), 'My phone')
  api.respond(listPasskeys, [PHONE])
  tapTwice(dialog.getByRole('button', { name: 'Create passkey' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(create).toHaveBeenCalledOnce()
  expect(api.calls(addPasskey)).toMatchObject([
    { name: 'My phone', passkey: { id: ENCODED, response: { attestationObject: ENCODED, transports: ['internal'] } } },
  ])
  expect(shownToast.get()).toMatchObject({ title: 'Passkey added', variant: 'default' })
  expect(await rows()).toHaveLength(1)
})

test('a user who leaves the dialog of the browser stays in ours; a device with a passkey says so', async () => {
  const authenticator = stubPasskeys()
  const api = setupApi()
  api.respond(createPasskeyOptions, CREATION)
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a passkey' }))
  authenticator.fail('NotAllowedError')
  await user.click(dialog.getByRole('button', { name: 'Create passkey' }))
  await waitFor(() => expect(authenticator.create).toHaveBeenCalledOnce())
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Create passkey' })).toBeEnabled())
  expect(shownToast.get()).toBeNull()

  authenticator.create.mockRejectedValueOnce(new DOMException('known', 'InvalidStateError'))
  await user.click(dialog.getByRole('button', { name: 'Create passkey' }))
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: "Couldn't add a passkey",
      text: 'This device already has a passkey for your account.',
    }),
  )
  expect(api.calls(addPasskey)).toEqual([])
})

test('an eleventh passkey is refused with the words of the server', async () => {
  stubPasskeys()
  setupApi().reject(createPasskeyOptions, 409, 'You have 10 passkeys. Please remove one first.')
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: "Couldn't add a passkey",
      text: 'You have 10 passkeys. Please remove one first.',
    }),
  )
})

test('a confirmed removal takes the passkey off the list and says so; a failure keeps it', async () => {
  stubPasskeys()
  const api = setupApi()
  api.respond(listPasskeys, [PHONE, KEY])
  api.reject(removePasskey, 503, 'Service temporarily unavailable. Please try again.')
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Remove My phone' }))
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: "Couldn't remove the passkey" }))
  expect(await rows()).toHaveLength(2)

  api.respond(removePasskey, undefined)
  api.respond(listPasskeys, [KEY])
  tapTwice(screen.getByRole('button', { name: 'Remove My phone' }))
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(shownToast.get()).toMatchObject({ title: 'Passkey removed', text: 'My phone', variant: 'default' })
  expect(screen.getByRole('list', { name: 'Your passkeys' })).toHaveFocus()
})

test('a passkey confirms in place of the password', async () => {
  const authenticator = stubPasskeys()
  const api = setupApi()
  api.respond(listPasskeys, [PHONE])
  api.reject(createRecoveryCodes, 403, confirmNeeded)
  api.respond(createConfirmOptions, REQUEST)
  api.reject(confirmWithPasskey, 403, { message: "That passkey didn't work.", code: 'WRONG_PASSKEY' })
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Create recovery codes' }))
  const confirm = within(await screen.findByRole('dialog', { name: "Confirm it's you" }))
  const button = await confirm.findByRole('button', { name: 'Use a passkey instead' })
  authenticator.fail('NotAllowedError')
  await user.click(button)
  await waitFor(() => expect(authenticator.get).toHaveBeenCalledOnce())
  await waitFor(() => expect(button).toBeEnabled())
  expect(api.calls(confirmWithPasskey)).toEqual([])

  await user.click(button)
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: "Couldn't check your passkey" }))
  api.respond(confirmWithPasskey, undefined)
  api.respond(createRecoveryCodes, { codes: ['7K3M-Q2ZD-04TR-91W0'] })
  await waitFor(() => expect(button).toBeEnabled())
  await user.click(button)
  expect(await screen.findByRole('dialog', { name: 'Save your recovery codes' })).toBeInTheDocument()
  expect(api.calls(confirmWithPasskey)).toMatchObject([{ passkey: SIGNED }, { passkey: SIGNED }])
})

test('a browser without passkeys shows the list and says why none can be added', async () => {
  setupApi().respond(listPasskeys, [PHONE])
  await open()
  expect(await rows()).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  expect(screen.getByText(/This browser can't use passkeys here/)).toBeInTheDocument()
})

test('at an IP address the section says why there are no passkeys (10.account.passkeys-address)', async () => {
  stubPasskeys()
  openByIpAddress()
  setupApi()
  await open()
  expect(screen.getByText(/You opened it by its IP address, 192\.168\.1\.7\./)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})

test('passkeys that cannot be loaded say why and can be tried again', async () => {
  const api = setupApi()
  api.reject(listPasskeys, 503, 'Service temporarily unavailable. Please try again.')
  const { user } = await open()
  expect(await screen.findByText(/Couldn't load your passkeys/)).toBeInTheDocument()
  api.respond(listPasskeys, [PHONE])
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await rows()).toHaveLength(1)
})
