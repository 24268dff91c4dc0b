// Runs in a container that reaches MongoDB: does what db.changeUserPassword does for each user in PASSWORDS.
import mongoose from 'mongoose'
import { z } from 'zod'

const { MONGO_URL, PASSWORDS } = z.object({ MONGO_URL: z.string(), PASSWORDS: z.string() }).parse(process.env)
const passwords = z.record(z.string(), z.string()).parse(JSON.parse(PASSWORDS))
const connection = await mongoose.createConnection(MONGO_URL).asPromise()
for (const [user, pwd] of Object.entries(passwords)) {
  await connection.useDb(user).db?.command({ updateUser: user, pwd }) // each user is in the database of the same name
}
await connection.close()
