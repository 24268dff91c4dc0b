import type { UserDocument } from '../models/user.ts'

// Buckets count attempts. Each kind of proof has its own bucket, so that guesses at one do not delay another (SEC-48).
// No username contains a colon.

export function loginBucket(usernameKey: string): string {
  return usernameKey
}

export function passkeyBucket(userId: number): string {
  return `passkey:${userId}`
}

/** `of`: the username, or the bucket of a browser that has signed in to the account. */
export function recoveryBucket(of: string): string {
  return `recovery:${of}`
}

/** Counts attempts of a signed-in user to give the password or a passkey again. */
export function confirmBucket(userId: number): string {
  return `signed-in:${userId}`
}

/** All buckets of an account, except for its known browsers. */
export function bucketsOf({ _id, usernameKey }: Pick<UserDocument, '_id' | 'usernameKey'>): string[] {
  return [loginBucket(usernameKey), passkeyBucket(_id), recoveryBucket(usernameKey), confirmBucket(_id)]
}
