import { StartError } from '@zing/dev-env/start-error'
import { RESETTABLE } from '@zing/proto/nats/rpc/reset'
import { databaseOf } from '@zing/proto/processes'
import type { mongo } from 'mongoose'

interface Meta {
  _id: string
  value: number
}
interface Reset {
  _id: string
  epoch: number
}

/** Returns the reset generation that every service has reached. Throws during a reset, when services differ. */
export async function readCommonEpoch(client: mongo.MongoClient): Promise<number> {
  const reset = await client.db('zing_admin').collection<Reset>('resets').findOne({ _id: 'reset' })
  const epoch = reset?.epoch ?? 0
  for (const name of RESETTABLE.map(databaseOf)) {
    const meta = await client.db(name).collection<Meta>('meta').findOne({ _id: 'epoch' })
    if ((meta?.value ?? 0) !== epoch) {
      throw new StartError(`A reset is in progress (${name} hasn't finished it). Repeat the backup afterwards.`)
    }
  }
  return epoch
}
