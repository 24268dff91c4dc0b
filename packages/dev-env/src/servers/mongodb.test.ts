import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fakeEnvironment, temporaryFolder } from '../../test/fake-environment.ts'
import { StartError } from '../start-error.ts'
import { findMongodb } from './mongodb.ts'

const URL = 'mongodb://127.0.0.1:20001'

test('MONGO_URL takes precedence over every other MongoDB, and nothing is started', async () => {
  const { environment, used } = fakeEnvironment({ env: { MONGO_URL: 'mongodb://db:1' }, programs: ['mongod'] })

  expect(await findMongodb(environment)).toMatchObject({ url: 'mongodb://db:1', from: 'MONGO_URL' })
  expect(used).toEqual([])
})

test('mongod on PATH comes before a download', async () => {
  const { environment, used } = fakeEnvironment({ programs: ['mongod'], download: '/kept/mongod' })

  expect(await findMongodb(environment)).toMatchObject({ url: URL, from: 'mongod on PATH' })
  expect(used).toEqual(['which mongod', 'start mongod'])
})

test('a downloaded mongod comes before Docker (fake downloader)', async () => {
  const { environment, used } = fakeEnvironment({ download: '/kept/mongod', docker: true })

  expect(await findMongodb(environment)).toMatchObject({ url: URL, from: 'a downloaded mongod' })
  expect(used).toEqual(['which mongod', 'download', 'start mongod'])
})

test('without a download Docker is used, with its data in the data folder (fake Docker client)', async () => {
  const { environment, used, containers } = fakeEnvironment({ docker: true })

  expect(await findMongodb(environment)).toMatchObject({ url: URL, from: 'Docker' })
  expect(used).toEqual(['which mongod', 'download', 'docker', 'run mongo:8'])
  expect(containers[0]?.data).toEqual({ folder: path.join(environment.dataDir, 'mongodb-docker'), target: '/data/db' })
})

test('the embedded MongoDB is the last resort, with a warning', async () => {
  const { environment, used } = fakeEnvironment()
  const server = await findMongodb(environment)

  expect(server).toMatchObject({ url: URL, from: 'the embedded MongoDB' })
  expect(server.warning).toContain('kept in the embedded MongoDB, which is only for trying Zing out')
  expect(used).toEqual(['which mongod', 'download', 'docker', 'start embedded-mongo'])
})

test.each([{ MONGO_DOWNLOAD: '0' }, { CI: 'true' }])('no mongod is downloaded with %o', async (env) => {
  const { environment, used } = fakeEnvironment({ env, download: '/kept/mongod' })
  await findMongodb(environment)

  expect(used).not.toContain('download')
})

test('a data folder stays with its kind of MongoDB, even if a better one is available', async () => {
  const dataDir = temporaryFolder()
  await findMongodb(fakeEnvironment({ dataDir }).environment)
  const later = fakeEnvironment({ dataDir, programs: ['mongod'], docker: true })

  expect(await findMongodb(later.environment)).toMatchObject({ from: 'the embedded MongoDB' })
  expect(readFileSync(path.join(dataDir, 'mongodb-kind'), 'utf8')).toBe('embedded\n')
  expect(later.used).toEqual(['start embedded-mongo'])
})

test('the start fails if the kind of MongoDB that wrote the data is no longer available', async () => {
  const dataDir = temporaryFolder()
  await findMongodb(fakeEnvironment({ dataDir, programs: ['mongod'] }).environment)

  await expect(findMongodb(fakeEnvironment({ dataDir }).environment)).rejects.toThrow(
    new StartError(
      `The data in ${dataDir} was written by a real mongod, which cannot be found now: install or start it again, or start with another DATA_DIR.`,
    ),
  )
})

test('a damaged mongodb-kind file is rejected with one sentence that names it', async () => {
  const dataDir = temporaryFolder()
  const file = path.join(dataDir, 'mongodb-kind')
  writeFileSync(file, '\u0000garbage')

  await expect(findMongodb(fakeEnvironment({ dataDir }).environment)).rejects.toThrow(`${file} is damaged`)
})

test('a mongod that does not start ends the start instead of falling back to another kind', async () => {
  const { environment, used } = fakeEnvironment({ download: '/kept/mongod', docker: true })
  environment.start = async ({ name }) => {
    throw new StartError(`${name} did not start`)
  }

  await expect(findMongodb(environment)).rejects.toThrow('mongod did not start')
  expect(used).toEqual(['which mongod', 'download'])
})
