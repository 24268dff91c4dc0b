/** How long sessions live, in seconds. */
export interface SessionLifetime {
  /** Since the sign-in, however much the session is used. */
  ttlSeconds: number
  /** Since its last use. */
  idleSeconds: number
}

/** When a session ends that was used at `usedAt` for the last time. */
export function sessionExpiry(
  { ttlSeconds, idleSeconds }: SessionLifetime,
  { createdAt, usedAt }: { createdAt: Date; usedAt: Date },
): Date {
  return new Date(Math.min(createdAt.getTime() + ttlSeconds * 1_000, usedAt.getTime() + idleSeconds * 1_000))
}
