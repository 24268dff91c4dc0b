/** The maximum lifetime of sessions, in seconds. */
export interface SessionLifetime {
  /** Since sign-in, however much the session is used. */
  ttlSeconds: number
  /** Since the last use. */
  idleSeconds: number
}

/** The end of a session that was last used at `usedAt`. */
export function sessionExpiry(
  { ttlSeconds, idleSeconds }: SessionLifetime,
  { createdAt, usedAt }: { createdAt: Date; usedAt: Date },
): Date {
  return new Date(Math.min(createdAt.getTime() + ttlSeconds * 1_000, usedAt.getTime() + idleSeconds * 1_000))
}
