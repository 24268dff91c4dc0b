import { z } from 'zod/mini'
import { isoTime } from '../fields.ts'

const INVALID = 'Invalid passkey'

/** A passkey of the caller, as the account page lists it. */
export const Passkey = z.object({
  /** Identifies the passkey in this API only. */
  id: z.string(),
  /** Chosen by the user. */
  name: z.string(),
  /** A password manager stores it, so that it works on the user's other devices too. */
  isSynced: z.boolean(),
  createdAt: isoTime,
  /** Null until its first use. */
  lastUsedAt: z.nullable(isoTime),
})
export type Passkey = z.infer<typeof Passkey>

/** The id of a passkey in the API: a digest of its credential id, which can be very long. */
export const passkeyId = z.string('Invalid passkey ID').check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'Invalid passkey ID'))

/** Identifies the challenge that a login answers. */
export const challengeId = z.string(INVALID).check(z.regex(/^[A-Za-z0-9_-]{22}$/, INVALID))

/** The connections to an authenticator that WebAuthn defines. The server ignores others. */
export const PASSKEY_TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

const credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.exactOptional(z.array(z.enum(PASSKEY_TRANSPORTS))),
})

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn, for `navigator.credentials.create`. Bytes are base64url. */
export const PasskeyCreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  /** Milliseconds. */
  timeout: z.int(),
  attestation: z.literal('none'),
  /** The user's passkeys, so that no authenticator creates a second one. */
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn, for `navigator.credentials.get`. Bytes are base64url. */
export const PasskeyRequestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  /** Milliseconds. */
  timeout: z.int(),
  /** Empty: the user chooses among all passkeys for this domain. */
  allowCredentials: z.array(credential),
  userVerification: z.literal('required'),
})
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>

const CREDENTIAL_ID_MAX = 1_400 // 1,023 bytes
const CLIENT_DATA_MAX = 4_000
const ATTESTATION_MAX = 16_000
const AUTHENTICATOR_DATA_MAX = 4_000
const SIGNATURE_MAX = 8_000 // of ML-DSA-87, the longest
const USER_HANDLE_MAX = 100 // 64 bytes
const TRANSPORTS_MAX = 10
const TRANSPORT_NAME_MAX = 50

function base64url(max: number) {
  return z.string(INVALID).check(z.maxLength(max, INVALID), z.regex(/^[A-Za-z0-9_-]+$/, INVALID))
}

const credentialFields = {
  id: base64url(CREDENTIAL_ID_MAX),
  rawId: base64url(CREDENTIAL_ID_MAX),
  type: z.literal('public-key', INVALID),
}

/** A passkey that a browser has created: the fields of WebAuthn's RegistrationResponseJSON that the server reads. */
export const CreatedPasskey = z.object(
  {
    ...credentialFields,
    response: z.object(
      {
        clientDataJSON: base64url(CLIENT_DATA_MAX),
        attestationObject: base64url(ATTESTATION_MAX),
        transports: z.optional(
          z
            .array(z.string(INVALID).check(z.maxLength(TRANSPORT_NAME_MAX, INVALID)), INVALID)
            .check(z.maxLength(TRANSPORTS_MAX, INVALID)),
        ),
      },
      INVALID,
    ),
  },
  INVALID,
)
export type CreatedPasskey = z.infer<typeof CreatedPasskey>

/** A challenge that a passkey has signed: the fields of WebAuthn's AuthenticationResponseJSON that the server reads. */
export const SignedChallenge = z.object(
  {
    ...credentialFields,
    response: z.object(
      {
        clientDataJSON: base64url(CLIENT_DATA_MAX),
        authenticatorData: base64url(AUTHENTICATOR_DATA_MAX),
        signature: base64url(SIGNATURE_MAX),
        userHandle: z.optional(base64url(USER_HANDLE_MAX)),
      },
      INVALID,
    ),
  },
  INVALID,
)
export type SignedChallenge = z.infer<typeof SignedChallenge>
