import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { runCommand } from '../run-command.ts'
import type { Recipe } from './make-image.ts'

/** The npm version in the public image of this Node. */
const NPM = '11.21.2'
const INSTALL_MS = 180_000
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/** Node of this process, which has the version of the images, and npm from this machine's registry. */
export async function nodeRecipe(base: string): Promise<Recipe> {
  const registry = (await runCommand(['npm', 'config', 'get', 'registry'])).trim()
  return {
    name: 'node',
    base,
    inputs: [process.versions.node, NPM, registry],
    async stage(context) {
      await copyFile(process.execPath, path.join(context, 'node'))
      await copyFile(CERTIFICATES, path.join(context, 'ca-certificates.crt'))
      await writeFile(path.join(context, 'npmrc'), `registry=${registry}\ncafile=${CERTIFICATES}\n`)
      const prefix = path.join(context, 'packages')
      await mkdir(prefix)
      const install = ['npm', 'install', '--prefix', prefix, '--no-audit', '--no-fund', '--ignore-scripts']
      await runCommand([...install, `npm@${NPM}`], { timeoutMs: INSTALL_MS })
      await runCommand(['mv', path.join(prefix, 'node_modules', 'npm'), path.join(context, 'npm')])
    },
  }
}
