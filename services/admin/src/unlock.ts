import { createModels } from './models/models.ts'
import { connectOperatorDatabase } from './operator/connect.ts'
import { unlockPin } from './pin/unlock-pin.ts'

// `npm run admin:unlock`: refunds all PIN attempts in the database of MONGO_URL, or of a running `npm start`.

try {
  const db = await connectOperatorDatabase()
  await unlockPin({ models: createModels(db) })
  await db.close()
  process.stdout.write('Admin PIN unlocked: all attempts are available again.\n')
} catch (error) {
  process.stderr.write(`Admin PIN not unlocked: ${error instanceof Error ? error.message : error}\n`)
  process.exit(1) // an open connection would keep the process alive
}
