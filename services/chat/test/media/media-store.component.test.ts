import { randomUUID } from 'node:crypto'
import * as chat from '@zing/proto/http/chat'
import * as contract from '@zing/proto/http/media'
import { userDeleted } from '@zing/proto/nats/events'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { startS3 } from '@zing/testing/s3'
import { NEEDS_S3, versitygw } from '@zing/testing/s3-server'
import { startStopwatch } from '@zing/testing/stopwatch'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, test, vi } from 'vitest'
import { setupChat } from '../setup-chat.ts'
import { photoFile, picture, sendPhoto, upload } from './test-media.ts'

const file = photoFile(await picture())

async function setupTalk(...options: Parameters<typeof setupChat>) {
  const setup = await setupChat(...options)
  const [ada, ben] = setup.newMatch()
  await setup.sendMessage(ada, ben, 'hi')
  await setup.sendMessage(ben, ada, 'hello')
  const view = async (id: number) => (await ben.call(contract.getMedia, { params: { id } })).status
  return { ...setup, ada, ben, view }
}

describe(`media in a bucket (${NEEDS_S3})`, () => {
  const it = test.skipIf(versitygw === null)

  it.each(['answers 500', 'hangs'] as const)(
    'while the bucket %s, media are 503, texts go on, and a retry is stored once (10.media.store)',
    async (fault) => {
      const s3 = await startS3()
      const { ada, ben, view, sendMessage, listMessages } = await setupTalk(s3.env)
      const { medium, sent } = await sendPhoto(ada, ben)
      expect([sent.status, await view(medium.id), (await s3.objects()).length]).toEqual([201, 200, 2])

      s3.setFault(fault)
      const clientMessageId = randomUUID()
      const stopwatch = startStopwatch()
      const failed = upload(ada, ben, file, { clientMessageId })
      const views = Promise.all(Array.from({ length: 10 }, () => view(medium.id)))
      expect((await sendMessage(ben, ada, 'still here')).status).toBe(201)
      const { status, headers } = await failed
      expect([status, headers.get('retry-after'), new Set(await views)]).toEqual([503, '1', new Set([503])])
      expect(stopwatch.elapsedMs()).toBeLessThan(20_000)

      s3.setFault(null)
      await vi.waitFor(async () => expect((await upload(ada, ben, file, { clientMessageId })).status).toBe(201), WAIT)
      const { body: again } = await upload(ada, ben, file, { clientMessageId })
      const body = { receiverId: ben.userId, clientMessageId, mediaId: again.id }
      for (const _ of [1, 2]) expect((await ada.call(chat.sendMessage, { body })).status).toBe(201)
      await vi.waitFor(async () => expect([await view(medium.id), await view(again.id)]).toEqual([200, 200]), WAIT)
      expect(await s3.objects()).toHaveLength(4)
      const shown = (await listMessages(ben, ada)).filter((one) => one.kind === 'photo' && one.mediaId === again.id)
      expect(shown).toHaveLength(1)
    },
  )

  it('the deletion of an account waits for the bucket, and leaves nothing in it (10.media.gone)', async () => {
    const s3 = await startS3()
    const { ada, ben, db, deletedUsers, publishEvent } = await setupTalk(s3.env, { ackWaitMs: 1_000 })
    await sendPhoto(ada, ben)
    s3.signal('SIGSTOP')
    deletedUsers.push({ userId: ada.userId, epoch: 0 })
    await publishEvent(userDeleted, { userId: ada.userId })
    const conversations = () => db.collection('conversations').countDocuments({ members: ada.userId })
    await vi.waitFor(async () => expect(await conversations()).toBe(0), WAIT)
    expect(await db.collection('media').countDocuments()).toBe(1)
    s3.signal('SIGCONT')
    const left = async () => [await s3.objects(), await db.collection('media').countDocuments()]
    await vi.waitFor(async () => expect(await left()).toEqual([[], 0]), WAIT)
  })

  it('media move into a bucket while the product runs (10.media.store)', async () => {
    const inMongo = await setupTalk({}, { moveMediaMs: 1 })
    const { medium } = await sendPhoto(inMongo.ada, inMongo.ben)
    const s3 = await startS3()
    const moved = await inMongo.startChat(s3.env)
    afterTestOrFile(() => moved.stop())
    await vi.waitFor(async () => expect(await s3.objects()).toHaveLength(2), WAIT)
    const seen = await inMongo.callOn(moved, inMongo.ben).call(contract.getMedia, { params: { id: medium.id } })
    expect(seen.status).toBe(200)
    expect(await inMongo.db.collection('blobs').countDocuments()).toBe(0)
  })
})
