import { readFile } from 'node:fs/promises'

/** Enough for these containers, and below the part of its caller's limit that podman may use. */
const MOST = { nofile: 20_000, nproc: 4_096 }
const TITLES = { nofile: 'Max open files', nproc: 'Max processes' }

/**
 * Returns limits for `default_ulimits` that this process may set. Without CAP_SYS_RESOURCE no container may exceed this
 * process's limits.
 */
export async function ownLimits(): Promise<string[]> {
  return ulimitsOf(await readFile('/proc/self/limits', 'utf8').catch(() => ''))
}

/** Takes the text of /proc/self/limits. */
export function ulimitsOf(limits: string): string[] {
  return (['nofile', 'nproc'] as const).map((name) => {
    const hard = new RegExp(`^${TITLES[name]}\\s+\\S+\\s+(\\d+)`, 'm').exec(limits)?.[1]
    const limit = Math.min(MOST[name], hard ? Number(hard) : MOST[name])
    return `${name}=${limit}:${limit}`
  })
}
