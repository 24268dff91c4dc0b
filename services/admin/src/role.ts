import { parseArgs } from 'node:util'
import { request } from '@zing/kit/nats/rpc'
import { createLog } from '@zing/kit/observability/logger'
import { AssignedRole } from '@zing/proto/accounts/roles'
import { getUserRoles } from '@zing/proto/nats/rpc/auth'
import { createModels } from './models/models.ts'
import { connectOperatorDatabase, connectOperatorNats } from './operator/connect.ts'
import { changeRole } from './roles/roles.ts'

// `npm run role -- <username> <member|moderator|admin>` grants or withdraws a role. Without a role it shows the user's
// role; without a username it lists all users with a role. It calls the running auth through NATS_URL and adds to the
// audit log in the database of MONGO_URL. Without these variables it uses a running `npm start`.

const { positionals } = parseArgs({ allowPositionals: true })
const [username, wanted] = positionals

try {
  const role = wanted === undefined ? undefined : AssignedRole.safeParse(wanted)
  if (role && !role.success) throw new Error(`a role is one of ${AssignedRole.options.join(', ')}`)
  const nats = await connectOperatorNats('role')
  const users = await request(nats, getUserRoles, username === undefined ? {} : { username })
  const [user] = users
  if (role && user) {
    const db = await connectOperatorDatabase()
    const ctx = { nats, models: createModels(db), log: createLog('role', 'error') }
    const changed = await changeRole(ctx, { actorId: null, userId: user.userId, role: role.data })
    process.stdout.write(`${changed.username} is ${changed.role} now\n`)
    await db.close()
  } else if (username !== undefined && !user) throw new Error(`no user has the name ${username}`)
  else for (const one of users) process.stdout.write(`${one.role}  ${one.username}\n`)
  await nats.drain()
} catch (error) {
  process.stderr.write(`Role not changed: ${error instanceof Error ? error.message : error}\n`)
  process.exit(1) // the NATS client would go on connecting
}
