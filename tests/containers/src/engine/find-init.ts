import { access, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { runCommand } from '../run-command.ts'

const PODMAN_INIT = ['/usr/libexec/podman/catatonit', '/usr/bin/catatonit', '/usr/local/libexec/podman/catatonit']
const DOWNLOAD_MS = 60_000

/**
 * Returns a program for `init: true` in podman's containers, from Debian's package catatonit. Null if podman has its
 * own, or if the package is unavailable.
 */
export async function findInit(cacheFolder: string): Promise<string | null> {
  for (const program of PODMAN_INIT) if (await exists(program)) return null
  const folder = path.join(cacheFolder, 'catatonit')
  const program = path.join(folder, 'usr/bin/catatonit')
  if (await exists(program)) return program
  await mkdir(folder, { recursive: true })
  try {
    await runCommand(['sh', '-c', 'apt-get download catatonit && dpkg-deb --extract catatonit_*.deb .'], {
      cwd: folder,
      timeoutMs: DOWNLOAD_MS,
    })
    return program
  } catch {
    return null // the trial run reports what is missing
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
