import { rm } from 'node:fs/promises'
import path from 'node:path'
import { which } from '@zing/dev-env/servers/which'
import { type Engine, hasImage } from '../engine/engine.ts'
import { runCommand } from '../run-command.ts'
import { debianRelease } from './debian-mirror.ts'
import type { ImageFolders } from './image-folders.ts'
import { tagOf } from './make-image.ts'

const PACKAGES = 'ca-certificates,libstdc++6'
const INSTALL_MS = 600_000
const IMPORT_MS = 120_000

/** Makes an image of this machine's Debian release from packages, without running a container. */
export async function makeDebian(engine: Engine, { run: folder, mayMakeFirst }: ImageFolders): Promise<string> {
  const { mirror, codename } = await debianRelease()
  const tag = tagOf('debian', [codename, mirror, PACKAGES])
  if (await hasImage(engine, tag)) return tag
  if (!mayMakeFirst) throw new Error('no registry responds and no base image is kept: npm run containers makes one')
  const debootstrap = which('debootstrap')
  if (!debootstrap) throw new Error('no registry responds and debootstrap is not installed')
  if (process.getuid?.() !== 0) throw new Error('no registry responds and debootstrap needs root')

  const [root, archive] = [path.join(folder, 'debian'), path.join(folder, 'debian.tar')]
  try {
    await runCommand([debootstrap, '--variant=minbase', `--include=${PACKAGES}`, codename, root, mirror], {
      timeoutMs: INSTALL_MS,
    })
    await runCommand(['tar', '--create', '--file', archive, '--directory', root, '.'], { timeoutMs: IMPORT_MS })
    await engine.run(['import', archive, tag], { timeoutMs: IMPORT_MS })
  } finally {
    await rm(root, { recursive: true, force: true })
    await rm(archive, { force: true })
  }
  return tag
}
