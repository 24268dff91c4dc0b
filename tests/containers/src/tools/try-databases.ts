// Runs in a container that reaches MongoDB: prints the databases that each URL can read and write.
import mongoose from 'mongoose'
import { z } from 'zod'

const UNAUTHORIZED = 13

const { URLS } = z.object({ URLS: z.string() }).parse(process.env)
const { urls, databases } = z
  .object({ urls: z.record(z.string(), z.string()), databases: z.array(z.string()) })
  .parse(JSON.parse(URLS))
const allowed: string[] = []
for (const [name, url] of Object.entries(urls)) {
  const connection = await mongoose.createConnection(url).asPromise()
  for (const database of databases) {
    const things = connection.useDb(database).collection('container_test')
    if (await isAllowed(things.findOne())) allowed.push(`${name} reads ${database}`)
    if (await isAllowed(things.deleteOne({}))) allowed.push(`${name} writes ${database}`)
  }
  await connection.close()
}
console.log(JSON.stringify(allowed))

async function isAllowed(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    (error: { code?: number }) => {
      if (error.code === UNAUTHORIZED) return false
      throw error
    },
  )
}
