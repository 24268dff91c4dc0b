import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { CallError, logIn } from '@zing/dev-env/demo/member'
import { PROCESS_NAMES } from '@zing/proto/processes'
import { contentsOf, PASSWORD, type Pair, registerPair, registerPerson, send } from '../people/pair.ts'
import { recreate } from '../product/recreate.ts'
import { runTool } from '../product/run-tool.ts'
import type { Step } from './step.ts'
import { assertWorks } from './unaffected.ts'

const UNAUTHORIZED = 401

/** Backup and restore, as in docs/operations.md for a MongoDB that only containers reach. */
export const backup: Step = {
  name: 'backup',
  async run({ product, folder }) {
    const { url, env, engine, project } = product
    const target = path.join(folder, 'backups')
    await mkdir(target, { recursive: true })
    const pair = await registerPair(url, 'backup')
    await send(pair, 'before the backup')

    const folders = { '/backups': target }
    const backUp = ['packages/dev-env/bootstrap.mjs', 'deploy/backup/src/backup-main.ts', '/backups/one']
    await runTool(product, backUp, { folders })
    await send(pair, 'after the backup')
    const late = await registerPerson(url, 'late')

    for (const service of PROCESS_NAMES) await engine.run(['stop', (await product.container(service)).name])
    const restore = ['packages/dev-env/bootstrap.mjs', 'deploy/backup/src/restore-main.ts', '/backups/one', '--drop']
    await runTool(product, restore, { folders })
    await recreate(product, () => engine.run(['volume', 'rm', `${project}_nats`]))

    const restored = await signInAgain(url, pair)
    const contents = await contentsOf(restored)
    if (!contents.includes('before the backup')) throw new Error('a message from before the backup is missing')
    if (contents.includes('after the backup')) throw new Error('a message from after the backup is there')
    const status = await logIn(url, { username: late.user.username, password: PASSWORD }).then(
      () => 200,
      (error) => (error instanceof CallError ? error.status : 0),
    )
    if (status !== UNAUTHORIZED) throw new Error(`a user who registered after the backup got ${status}`)
    await assertWorks(restored, 'after the restore')
    await registerPair(url, `new.${env.values.ZING_PORT}`)
    return 'the restored product has the data of the backup, no later data, and works'
  },
}

async function signInAgain(url: string, { one, other }: Pair): Promise<Pair> {
  const logInAs = ({ user }: Pair['one']) => logIn(url, { username: user.username, password: PASSWORD })
  return { one: await logInAs(one), other: await logInAs(other) }
}
