interface LockFile {
  packages: Record<string, { version?: string; integrity?: string; resolved?: string; link?: boolean }>
}

interface Floor {
  name: string
  version: string
}

/** Rows "| name, name | version, version | reason |"; what is no npm package has no place in a lock file. */
export function floorsIn(table: string): Floor[] {
  return table.split('\n').flatMap((line) => {
    const [, names = '', versions = ''] = line.split('|').map((cell) => cell.trim())
    const list = versions.split(', ')
    return names.split(', ').flatMap((name, index) => {
      const version = /^\d+\.\d+\.\d+$/.exec(list[index] ?? '')?.[0]
      return version ? [{ name, version }] : []
    })
  })
}

/** The installed packages, also those inside of others, that are below a floor. */
export function belowFloors(floors: Floor[], { packages }: LockFile): string[] {
  return floors.flatMap(({ name, version: least }) =>
    versionsOf(name, packages)
      .filter((version) => isBelow(version, least))
      .map((version) => `${name} ${version} is below ${least}`),
  )
}

/** Packages that do not come from the registry with a checksum: from a git repository, an address or a folder. */
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
