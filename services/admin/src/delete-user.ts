import { request } from '@zing/kit/nats/rpc'
import { deleteUser } from '@zing/proto/nats/rpc/auth'
import { connectOperatorNats } from './operator/connect.ts'
import { readUserId } from './operator/read-user-id.ts'

// `npm run admin:delete-user -- <id>`: deletes an account as its owner would, for example once more after a restore.
// It speaks to the running services through NATS_URL, or through the NATS of a running `npm start`.
const DELETE_MS = 10_000

try {
  const userId = readUserId(process.argv[2], 'Usage: npm run admin:delete-user -- <id>')
  const nats = await connectOperatorNats('delete-user')
  const { isDeleted } = await request(nats, deleteUser, { userId }, DELETE_MS)
  await nats.drain()
  process.stdout.write(
    isDeleted
      ? `User ${userId} is deleted; the services erase the data within seconds.\n`
      : `There is no user ${userId}, or no longer.\n`,
  )
  if (!isDeleted) process.exitCode = 1
} catch (error) {
  process.stderr.write(`User not deleted: ${error instanceof Error ? error.message : error}\n`)
  process.exit(1) // the NATS client would go on connecting
}
