import { createModels as createAdminModels } from '@zing/admin/models/models'
import { createModels as createAuthModels } from '@zing/auth/models/models'
import { createModels as createChatModels } from '@zing/chat/models/models'
import type { ServiceWithDatabase } from '@zing/proto/processes'
import { createModels as createSocialModels } from '@zing/social/models/models'
import mongoose, { type Connection, type Schema } from 'mongoose'
import { expect, test } from 'vitest'
import { COLLECTIONS, isOfUsers } from './user-data.ts'

const modelsOf: Record<ServiceWithDatabase, (db: Connection) => unknown> = {
  auth: createAuthModels,
  social: createSocialModels,
  chat: createChatModels,
  admin: createAdminModels,
}
const models = Object.entries(modelsOf).flatMap(([service, createModels]) => {
  const db = mongoose.createConnection() // never opened: the models are read
  createModels(db)
  const listed = COLLECTIONS[service as ServiceWithDatabase] // a key of modelsOf
  return Object.values(db.models).map(({ collection: { name }, schema }) => ({
    place: `${service}.${name}`,
    collection: listed[name],
    schema,
  }))
})

test('every modelled collection says what it has of users', () => {
  const missing = models.filter(({ collection }) => !collection).map(({ place }) => place)
  expect(missing, 'add each to deploy/docker/test/user-data.ts').toEqual([])
})

test('every collection with something of users is emptied by a reset, or its documents end', () => {
  const left = models.filter(({ collection, schema }) => {
    if (!collection || !isOfUsers(collection) || collection.survivesReset) return false
    return !schema.path('epoch') && !hasEnd(schema)
  })
  const advice = 'give its documents an epoch, or say in deploy/docker/test/user-data.ts why it survives a reset'
  expect(
    left.map(({ place }) => place),
    advice,
  ).toEqual([])
})

function hasEnd(schema: Schema): boolean {
  return schema.indexes().some(([, options]) => options.expireAfterSeconds !== undefined)
}
