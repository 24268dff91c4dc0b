import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  CreatedPasskey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  SignedChallenge,
} from '@zing/proto/accounts/passkeys'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const BACKUP_ELIGIBLE = 0x08
const BACKED_UP = 0x10
const HAS_CREDENTIAL = 0x40

interface Differences {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  flags?: number
  userHandle?: string | undefined
  /** The format of the attestation. */
  format?: string
  /** The number of uses that the authenticator reports. */
  counter?: number
  /** Signs with another key. */
  key?: KeyObject
}

/** Simulates an authenticator with one passkey, and the browser in front of it, as WebAuthn level 3 describes them. */
export function createAuthenticator(origin: string, { isSynced = false, counts = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const backup = isSynced ? BACKUP_ELIGIBLE | BACKED_UP : 0
  let uses = 0
  let user = ''

  function clientData(type: string, challenge: string, differences: Differences): Buffer {
    const data = {
      type: differences.type ?? type,
      challenge: differences.challenge ?? challenge,
      origin: differences.origin ?? origin,
      crossOrigin: false,
    }
    return Buffer.from(JSON.stringify(data))
  }

  function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count])
  }

  return {
    id,
    /** The private key, from which a test copies this authenticator. */
    key: privateKey,
    /** The number of signatures that the passkey has made. */
    uses: () => uses,
    create(
      { challenge, rp, user: { id: userId } }: PasskeyCreationOptions,
      differences: Differences = {},
    ): CreatedPasskey {
      user = userId
      const { rpId = rp.id, format = 'none', flags = USER_PRESENT | USER_VERIFIED } = differences
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const authData = Buffer.concat([
        authenticatorData(rpId, flags | backup | HAS_CREDENTIAL, 0),
        Buffer.alloc(16), // no model
        length,
        credentialId,
        coseKey(publicKey),
      ])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]), // map of three
        text('fmt'),
        text(format),
        text('attStmt'),
        Buffer.from([0xa0]), // empty map
        text('authData'),
        bytes(authData),
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, differences).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal', 'a way of the future'],
        },
      }
    },
    sign({ challenge, rpId }: PasskeyRequestOptions, differences: Differences = {}): SignedChallenge {
      if (counts) uses += 1
      const { flags = USER_PRESENT | USER_VERIFIED, counter = uses, key = privateKey } = differences
      const data = authenticatorData(differences.rpId ?? rpId, flags | backup, counter)
      const client = clientData('webauthn.get', challenge, differences)
      const userHandle = 'userHandle' in differences ? differences.userHandle : user
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), key).toString('base64url'),
          userHandle,
        },
      }
    },
  }
}
export type Authenticator = ReturnType<typeof createAuthenticator>

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

/** CBOR of a short text. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}

/** CBOR of up to 65,535 bytes. */
function bytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 0xff]), value])
}

/** COSE of an ES256 key: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])
}
