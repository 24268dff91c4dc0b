import { StartError } from '@zing/dev-env/start-error'
import type { mongo } from 'mongoose'

interface Meta {
  _id: string
  value: number
}
interface Reset {
  _id: string
  epoch: number
}

/** The epoch that every service has reached. Throws while a reset runs: half of the data would be of before, half of after. */
export async function settledEpoch(client: mongo.MongoClient): Promise<number> {
  const reset = await client.db('zing_admin').collection<Reset>('resets').findOne({ _id: 'reset' })
  const epoch = reset?.epoch ?? 0
  for (const name of ['zing_auth', 'zing_social', 'zing_chat']) {
    const meta = await client.db(name).collection<Meta>('meta').findOne({ _id: 'epoch' })
    if ((meta?.value ?? 0) !== epoch) {
      throw new StartError(`A reset is going on (${name} has not finished it): make the backup when it is done.`)
    }
  }
  return epoch
}
