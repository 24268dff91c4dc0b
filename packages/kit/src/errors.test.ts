import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from './errors.ts'

test.each([
  new mongoose.mongo.MongoNetworkError('connection closed'),
  new mongoose.MongooseError('Cannot call `users.find()` if `bufferCommands = false`'),
  Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' }),
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
])('%s means that the database is unavailable', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test.each([
  new mongoose.mongo.MongoServerError({ message: 'bad query', code: 2 }),
  new TypeError('x is not a function'),
  'EPIPE',
])('%s does not mean that the database is unavailable', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(false)
})
