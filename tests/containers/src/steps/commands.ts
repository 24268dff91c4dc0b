import { CallError } from '@zing/dev-env/demo/member'
import { getUser } from '@zing/proto/http/auth'
import { registerPair } from '../people/pair.ts'
import type { Product } from '../product/product.ts'
import { runTool } from '../product/run-tool.ts'
import { waitFor } from '../wait-for.ts'
import type { Step } from './step.ts'

const COMMAND_MS = 60_000
/** The services erase their parts within seconds, and writes in flight a minute later. */
const ERASED_MS = 120_000
const UNAUTHORIZED = 401

/** The operator's commands for containers in docs/operations.md. */
export const commands: Step = {
  name: 'commands',
  async run({ product }) {
    const { one } = await registerPair(product.url, 'operated')
    const { id, username } = one.user
    await assertPrints(product, ['src/unlock.ts'], 'Admin PIN unlocked')
    await assertPrints(product, ['src/role.ts', username, 'moderator'], `${username} is moderator now`)
    await assertPrints(product, ['src/role.ts'], `moderator  ${username}`)
    await assertPrints(product, ['src/audit-verify.ts'], ', 0 faults')
    await assertPrints(product, ['src/dead-letters.ts'], 'chat: 0 dead letters')

    await assertPrints(product, ['src/delete-user.ts', String(id)], `User ${id} is deleted`)
    const status = await one.call(getUser).then(
      () => 200,
      (error) => (error instanceof CallError ? error.status : 0),
    )
    if (status !== UNAUTHORIZED) throw new Error(`a deleted user got ${status}`)
    const logs = await product.composeRun(['logs', '--no-log-prefix', 'auth'])
    const isLogged = logs.split('\n').some((line) => line.includes('"user_deleted"') && line.includes(`"userId":${id}`))
    if (!isLogged) throw new Error('the log of auth does not name the deleted user')
    let printed = ''
    const isErased = async () => {
      printed = await runTool(product, ['services/admin/src/erased.ts', String(id), username]).catch(
        (error) => error.message,
      )
      return printed.includes(`User ${id} is erased`)
    }
    if (!(await waitFor(isErased, ERASED_MS))) throw new Error(`not erased: ${printed}`)
    return 'unlock, role, audit-verify, dead-letters and delete-user work in the admin container; erased finds no trace of the deleted user'
  },
}

/** Runs a script with the variables of the running admin. */
async function assertPrints(product: Product, script: string[], expected: string): Promise<void> {
  const printed = await product.composeRun(['exec', '-T', 'admin', 'node', ...script], { timeoutMs: COMMAND_MS })
  if (!printed.includes(expected)) throw new Error(`${script.join(' ')} printed ${printed.trim()}`)
}
