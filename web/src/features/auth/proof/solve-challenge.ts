interface Challenge {
  parameters: { algorithm: string; nonce: string; salt: string; cost: number; keyLength: number; keyPrefix: string }
}

const COUNTER_BYTES = 4

/** Solves a challenge of altcha-lib (version 2, PBKDF2), given and returned in base64. Rejects without WebCrypto. */
export async function solveChallenge(text: string): Promise<string> {
  const challenge: Challenge = JSON.parse(atob(text))
  const { algorithm, nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters
  const derivation = {
    name: 'PBKDF2',
    salt: bytesOf(salt),
    iterations: cost,
    hash: algorithm.slice('PBKDF2/'.length),
  }
  const start = bytesOf(nonce)
  const password = new Uint8Array(start.length + COUNTER_BYTES)
  password.set(start)
  const view = new DataView(password.buffer)
  for (let counter = 0; ; counter++) {
    view.setUint32(start.length, counter)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const derivedKey = hexOf(await crypto.subtle.deriveBits(derivation, key, keyLength * 8))
    if (derivedKey.startsWith(keyPrefix)) return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }))
  }
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
