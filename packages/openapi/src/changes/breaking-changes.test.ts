import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { DOCS_FOLDER } from '../references/docs-folder.ts'
import { breakingChanges, type Contracts } from './breaking-changes.ts'

function read(folder: string): Contracts {
  const json = (name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
  return { openApi: json('openapi.json'), frames: json('frames.json'), nats: json('events.json') }
}

const CONTRACTS = path.join(DOCS_FOLDER, 'contracts')
const newest = readdirSync(CONTRACTS).toSorted(byVersion).at(-1) ?? ''
const current = read(DOCS_FOLDER)

test('no contract breaks a released one, unless a decision names the change', () => {
  const decisions = readdirSync(path.join(DOCS_FOLDER, 'decisions'))
    .map((name) => readFileSync(path.join(DOCS_FOLDER, 'decisions', name), 'utf8'))
    .join()
  const changes = breakingChanges(read(path.join(CONTRACTS, newest)), current)

  expect(changes.filter((change) => !decisions.includes(`\`${change}\``))).toEqual([])
})

describe('a copy of the contracts', () => {
  test('without changes breaks nothing', () => {
    expect(breakingChanges(current, structuredClone(current))).toEqual([])
  })

  test.each<[string, string, (copy: Copy) => void]>([
    ['a removed call', 'GET /api/matches: removed', ({ openApi }) => delete openApi.paths['/api/matches'].get],
    [
      'a required parameter',
      'GET /api/users: parameter near is required now',
      ({ openApi }) =>
        openApi.paths['/api/users'].get.parameters.push({ name: 'near', in: 'query', required: true, schema: {} }),
    ],
    [
      'a required field of a body',
      'POST /api/likes body.note: required now',
      ({ openApi }) => {
        const { schema } = openApi.paths['/api/likes'].post.requestBody.content['application/json']
        schema.properties.note = { type: 'string' }
        schema.required.push('note')
      },
    ],
    [
      'a tighter limit',
      'POST /api/messages body.content: maxLength is 100 now',
      ({ openApi }) => {
        const { schema } = openApi.paths['/api/messages'].post.requestBody.content['application/json']
        schema.properties.content.maxLength = 100
      },
    ],
    [
      'a response without a field',
      'GET /api/user 200.username: removed',
      ({ openApi }) => delete openApi.components.schemas.User.properties.username,
    ],
    [
      'a response field that may be missing',
      'GET /api/user 200.age: may be missing now',
      ({ openApi }) =>
        openApi.components.schemas.User.required.splice(openApi.components.schemas.User.required.indexOf('age'), 1),
    ],
    [
      'a frame that the server no longer accepts',
      'client frame MARK_READ: removed',
      ({ frames }) => {
        frames.$defs.ClientFrame.oneOf = frames.$defs.ClientFrame.oneOf.filter(
          (variant: Copy) => variant.properties.type.const !== 'MARK_READ',
        )
      },
    ],
    [
      'an event that older processes cannot read',
      'evt.like.removed payload.likedId: removed',
      ({ nats }) => delete nats.events['evt.like.removed'].payload.properties.likedId,
    ],
    [
      'an event that newer processes require more of',
      'evt.like.removed payload.place: required now',
      ({ nats }) => {
        const { payload } = nats.events['evt.like.removed']
        payload.properties.place = { type: 'string' }
        payload.required.push('place')
      },
    ],
    ['a removed RPC', 'rpc.auth.count: removed', ({ nats }) => delete nats.rpc['rpc.auth.count']],
    [
      'an RPC result of another type',
      'rpc.auth.count result.users: integer is no longer accepted',
      ({ nats }) => {
        nats.rpc['rpc.auth.count'].result.properties.users = { type: 'string' }
      },
    ],
    ['removed work', 'work.web-push.device: removed', ({ nats }) => delete nats.work['work.web-push.device']],
    [
      'work that newer processes require more of',
      'work.web-push.unseen payload.place: required now',
      ({ nats }) => {
        const { payload } = nats.work['work.web-push.unseen']
        payload.properties.place = { type: 'string' }
        payload.required.push('place')
      },
    ],
    [
      'work of a type that is done no more',
      'work.web-push.device payload.type: MATCH is no longer accepted',
      ({ nats }) => {
        nats.work['work.web-push.device'].payload.properties.type.enum = ['LIKE', 'MESSAGE']
      },
    ],
  ])('with %s is told', (_name, change, breakCopy) => {
    const copy: Copy = structuredClone(current)
    breakCopy(copy)
    expect(breakingChanges(current, copy)).toContain(change)
  })

  test.each<[string, (copy: Copy) => void]>([
    [
      'a further call',
      ({ openApi }) => {
        openApi.paths['/api/x'] = openApi.paths['/api/matches']
      },
    ],
    [
      'a further field of a response',
      ({ openApi }) => {
        openApi.components.schemas.User.properties.city = { type: 'string' }
        openApi.components.schemas.User.required.push('city')
      },
    ],
    [
      'an optional field of an event',
      ({ nats }) => {
        nats.events['evt.like.removed'].payload.properties.place = { type: 'string' }
      },
    ],
    [
      'an optional field of work, and further work',
      ({ nats }) => {
        nats.work['work.web-push.unseen'].payload.properties.place = { type: 'string' }
        nats.work['work.web-push.other'] = nats.work['work.web-push.unseen']
      },
    ],
    [
      'a further variant',
      ({ openApi }) => {
        const [like] = openApi.components.schemas.Notification.oneOf
        openApi.components.schemas.Notification.oneOf.push({
          ...like,
          properties: { ...like.properties, type: { const: 'GIFT' } },
        })
      },
    ],
  ])('with %s breaks nothing', (_name, growCopy) => {
    const copy: Copy = structuredClone(current)
    growCopy(copy)
    expect(breakingChanges(current, copy)).toEqual([])
  })
})

// biome-ignore lint/suspicious/noExplicitAny: JSON that the tests change freely
type Copy = any

function byVersion(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}
