import { t } from '@lingui/core/macro'
import type {
  CreatedPasskey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  SignedChallenge,
} from '@zing/proto/accounts/passkeys'

/** Error names that browsers report when the user leaves their dialog or lets it time out. */
const LEFT = ['NotAllowedError', 'AbortError']
const ALREADY_THERE = 'InvalidStateError'
const IP_ADDRESS = /^(?:[\d.]+|\[.*\])$/

/** True where passkeys can be used: browsers without them lack the class, and an IP address cannot have any. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !isAtIpAddress()
}

/** Says why passkeys cannot be used here; null where they can. */
export function passkeyObstacle(): string | null {
  if (isAtIpAddress())
    return t`Passkeys need the site's name, such as zing.example. You opened it by its IP address, ${window.location.hostname}.`
  return canUsePasskeys() ? null : t`This browser can't use passkeys here. You can add one in another browser.`
}

export function isAtIpAddress(): boolean {
  return IP_ADDRESS.test(window.location.hostname)
}

/** Lets the user create a passkey in the browser's dialog; null if the user leaves it. */
export async function createPasskey(optionsJSON: PasskeyCreationOptions): Promise<CreatedPasskey | null> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return nullIfLeft(startRegistration({ optionsJSON }))
}

/** Lets the user choose a passkey that signs the challenge; null if the user leaves the browser's dialog. */
export async function signWithPasskey(optionsJSON: PasskeyRequestOptions): Promise<SignedChallenge | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return nullIfLeft(startAuthentication({ optionsJSON }))
}

async function nullIfLeft<T>(dialog: Promise<T>): Promise<T | null> {
  try {
    return await dialog
  } catch (error) {
    const { name } = error as DOMException // errors of browsers and of the library have a name
    if (LEFT.includes(name)) return null
    const isThere = name === ALREADY_THERE
    const text = isThere
      ? t`This device already has a passkey for your account.`
      : t`Your browser couldn't use a passkey.`
    throw new Error(text, { cause: error })
  }
}
