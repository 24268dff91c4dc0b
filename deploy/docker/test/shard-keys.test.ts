import { createModels as createAuthModels } from '@zing/auth/models/models'
import { createModels as createChatModels } from '@zing/chat/models/models'
import { createModels as createSocialModels } from '@zing/social/models/models'
import { SHARD_KEYS, shardFieldOf } from '@zing/testing/mongo/shard-keys'
import mongoose, { type Schema } from 'mongoose'
import { expect, test } from 'vitest'

const schemas = new Map<string, Schema>()
for (const createModels of [createAuthModels, createChatModels, createSocialModels]) {
  const db = mongoose.createConnection() // never opened: the models are read
  createModels(db)
  for (const { collection, schema } of Object.values(db.models)) schemas.set(collection.name, schema)
}

test.each(Object.keys(SHARD_KEYS))(
  '%s: its documents have the shard key, and unique indexes begin with it (10.scale.shards)',
  (name) => {
    const field = shardFieldOf(SHARD_KEYS[name] ?? expect.unreachable())
    const schema = schemas.get(name) ?? expect.unreachable()
    expect(schema.path(field).options.required).toBe(true)
    const unique = schema.indexes().filter(([, { unique }]) => unique)
    expect(unique.map(([fields]) => Object.keys(fields)[0])).toEqual(unique.map(() => field))
  },
)
