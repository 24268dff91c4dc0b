import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '@zing/dev-env/root'
import { StartError } from '@zing/dev-env/start-error'

const WORKSPACE_GROUPS = ['packages', 'services']
const SINGLE_WORKSPACES = ['proto', 'gateway']

/** Unpacks a commit of this repository into a folder, beside the packages that are installed here. */
export async function unpackVersion(commit: string, folder: string): Promise<void> {
  const modules = path.join(folder, 'node_modules')
  await mkdir(path.join(modules, '@zing'), { recursive: true })
  const sh = 'git archive "$0" | tar -x -C "$1"'
  await promisify(execFile)('bash', ['-c', `set -o pipefail; ${sh}`, commit, folder], { cwd: ROOT }).catch(() => {
    throw new StartError(`${commit} is not a commit of this repository.`)
  })
  const installed = path.join(ROOT, 'node_modules')
  for (const name of await readdir(installed)) {
    if (name !== '@zing') await symlink(path.join(installed, name), path.join(modules, name))
  }
  for (const workspace of await workspacesOf(folder)) {
    const { name } = JSON.parse(await readFile(path.join(folder, workspace, 'package.json'), 'utf8'))
    await symlink(path.join(folder, workspace), path.join(modules, name))
  }
}

async function workspacesOf(folder: string): Promise<string[]> {
  const groups = WORKSPACE_GROUPS.map(async (group) =>
    (await readdir(path.join(folder, group))).map((name) => path.join(group, name)),
  )
  return [...SINGLE_WORKSPACES, ...(await Promise.all(groups)).flat()]
}
