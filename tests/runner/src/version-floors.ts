interface LockFile {
  packages: Record<string, { version?: string; integrity?: string; resolved?: string; link?: boolean }>
}

/** The oldest version without a known vulnerability that matters here, and its advisories. */
export const FLOORS: Record<string, { version: string; advisories: string }> = {
  mongoose: { version: '9.9.2', advisories: 'GHSA-pcrw-h46h-c93h, CVE-2026-42334, CVE-2025-23061, CVE-2024-53900' },
  ws: { version: '8.21.0', advisories: 'CVE-2026-48779' },
  'http-proxy-middleware': {
    version: '3.0.7',
    advisories: 'CVE-2026-55603, CVE-2026-55602, CVE-2025-32996, CVE-2025-32997',
  },
  qs: { version: '6.14.2', advisories: 'CVE-2026-2391, CVE-2025-15284' },
  'path-to-regexp': { version: '8.4.0', advisories: 'CVE-2026-4926' },
  jws: { version: '4.0.1', advisories: 'CVE-2025-65945' },
}

/** Lists installed packages below a floor, including nested ones. */
export function belowFloors({ packages }: LockFile, floors = FLOORS): string[] {
  return Object.entries(floors).flatMap(([name, { version: least }]) =>
    versionsOf(name, packages)
      .filter((version) => isBelow(version, least))
      .map((version) => `${name} ${version} is below ${least}`),
  )
}

/** Lists packages that come from a git repository, an address or a folder instead of the registry with a checksum. */
export function foreignPackages({ packages }: LockFile): string[] {
  return Object.entries(packages)
    .filter(([place, { link }]) => place.includes('node_modules/') && !link)
    .filter(([, { integrity = '', resolved }]) => !integrity.startsWith('sha512-') || resolved !== undefined)
    .map(([place]) => place)
}

export function versionsOf(name: string, packages: LockFile['packages']): string[] {
  return Object.entries(packages).flatMap(([place, { version }]) =>
    place === `node_modules/${name}` || place.endsWith(`/node_modules/${name}`) ? (version ?? []) : [],
  )
}

function isBelow(version: string, least: string): boolean {
  const [one, other] = [version, least].map((text) => text.split(/[.-]/).slice(0, 3).map(Number))
  const first = [0, 1, 2].find((index) => one?.[index] !== other?.[index])
  return first !== undefined && (one?.[first] ?? 0) < (other?.[first] ?? 0)
}
