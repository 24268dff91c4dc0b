import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import type { CreatedPasskey, SignedChallenge } from '@zing/proto/accounts/passkeys'
import type { PasskeyDocument } from '../models/passkey.ts'
import type { RelyingParty } from './relying-party.ts'

/** COSE numbers of EdDSA, ES256 and RS256. Every authenticator supports at least one. */
export const ALGORITHMS = [-8, -7, -257]
/** Auth requests no other attestation formats, and the library would look some of them up on the network. */
const FORMATS: unknown[] = ['none', 'packed']

interface NewCredential {
  publicKey: string
  counter: number
  isSynced: boolean
}

/**
 * Reads a credential that a browser has created. Null unless challenge, origin and domain fit and the user was
 * verified.
 */
export async function verifyCreated(
  { id, origins }: RelyingParty,
  challenge: string,
  created: CreatedPasskey,
): Promise<NewCredential | null> {
  try {
    const { attestationObject } = created.response
    if (!FORMATS.includes(decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('fmt'))) return null

    const { transports: _unchecked, ...response } = created.response
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...created, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified || registrationInfo?.credential.id !== created.id) return null
    const { credential, credentialDeviceType } = registrationInfo
    return {
      publicKey: isoBase64URL.fromBuffer(credential.publicKey),
      counter: credential.counter,
      isSynced: credentialDeviceType === 'multiDevice',
    }
  } catch {
    return null // the library throws if anything does not fit
  }
}

/** Returns the new counter of a passkey that has signed the challenge; null for an invalid signature. */
export async function verifySigned(
  { id, origins }: RelyingParty,
  { credentialId, publicKey, counter }: PasskeyDocument,
  { challenge, signed }: { challenge: string; signed: SignedChallenge },
): Promise<number | null> {
  const { userHandle, ...response } = signed.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...signed,
        response: userHandle === undefined ? response : { ...response, userHandle },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: isoBase64URL.toBuffer(publicKey), counter },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null // the library throws if anything does not fit, or if the counter has not risen
  }
}
