import { getExportedAppeals, getExportedDecisions, getExportedReports } from '@zing/proto/nats/rpc/admin'
import { getExportedBlocks, getExportedChatSettings, getExportedMessages } from '@zing/proto/nats/rpc/chat'
import type { ExportContract } from '@zing/proto/nats/rpc/pages'
import {
  getExportedDiscovery,
  getExportedNotificationSettings,
  getExportedNotifications,
  getExportedPairs,
  getExportedPasses,
} from '@zing/proto/nats/rpc/social'
import { User } from '@zing/proto/profiles/users'
import { getUser } from '../accounts/get-user.ts'
import { toUser } from '../accounts/to-user.ts'
import type { Ctx } from '../context.ts'
import { exportInvitations } from '../invitations/export-invitations.ts'
import type { StoredVerification } from '../models/user-parts.ts'
import { listPasskeys } from '../passkeys/list-passkeys.ts'
import { photoVersionsOf } from '../photos/photo-rules.ts'
import { getJpeg } from '../photos/stored-jpegs.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import { isVerified } from '../verification/verification-rules.ts'
import type { ExportFile } from './export-file.ts'
import { mediaFiles, type NamedMedium } from './media-files.ts'
import { itemsOf } from './pages.ts'
import { readmeOf } from './readme.ts'

/** The files of a user's copy, read while the archive is written. Other services provide their data in pages. */
export async function* filesOf(
  ctx: Ctx,
  caller: { userId: number; sid: string },
  signal: AbortSignal,
): AsyncGenerator<ExportFile> {
  const { userId } = caller
  const user = await getUser(ctx, userId)
  const requestPages = <C extends ExportContract>(contract: C) => itemsOf(ctx, contract, userId, signal)

  const { name, defaultLanguage } = ctx.settings.current().settings
  yield { name: 'README.txt', parts: one(readmeOf(name, user.language ?? defaultLanguage)) }
  const account = {
    ...User.parse(toUser(user)),
    ageConfirmedAt: (user.ageConfirmedAt ?? user.createdAt).toISOString(),
    ...(user.moves && { moves: user.moves.map((at) => new Date(at).toISOString()) }),
    recoveryCodes: user.recoveryCodes?.length ?? 0,
    ...(user.acceptedTerms && { acceptedTerms: user.acceptedTerms }),
    ...(user.verification && { verified: isVerified(user), verification: verificationFields(user.verification) }),
    ...(user.invitation && { invitedBy: user.invitation.byId }),
  }
  yield { name: 'auth/account.json', parts: one(JSON.stringify(account, null, 2)) }
  yield { name: 'auth/sessions.json', parts: jsonOf(inOnePage(await listSessions(ctx, caller))) }
  yield { name: 'auth/passkeys.json', parts: jsonOf(inOnePage(await listPasskeys(ctx, userId))) }
  yield { name: 'auth/invitations.json', parts: jsonOf(inOnePage(await exportInvitations(ctx, userId))) }

  const likes = selected(requestPages(getExportedPairs), ({ matchedAt: _, ...like }) => (like.likedAt ? [like] : []))
  yield { name: 'social/likes.json', parts: jsonOf(likes) }
  const matches = selected(requestPages(getExportedPairs), ({ likedAt: _, ...match }) =>
    match.matchedAt ? [match] : [],
  )
  yield { name: 'social/matches.json', parts: jsonOf(matches) }
  yield { name: 'social/passes.json', parts: jsonOf(requestPages(getExportedPasses)) }
  yield { name: 'social/discovery.json', parts: jsonOf(requestPages(getExportedDiscovery)) }
  yield { name: 'social/notifications.json', parts: jsonOf(requestPages(getExportedNotifications)) }
  const settings = requestPages(getExportedNotificationSettings)
  yield { name: 'social/notification-settings.json', parts: jsonOf(settings) }

  const media: NamedMedium[] = [] // noted here: in another pass over all messages the download would stand still
  const messages = selected(requestPages(getExportedMessages), ({ partnerId, message }) => {
    if (message.kind === 'photo' || message.kind === 'voice') media.push({ partnerId, mediaId: message.mediaId })
    return [{ partnerId, ...message }]
  })
  yield { name: 'chat/messages.json', parts: jsonOf(messages) }
  yield { name: 'chat/settings.json', parts: jsonOf(requestPages(getExportedChatSettings)) }
  yield { name: 'chat/blocks.json', parts: jsonOf(requestPages(getExportedBlocks)) }

  yield { name: 'admin/reports.json', parts: jsonOf(requestPages(getExportedReports)) }
  yield { name: 'admin/decisions.json', parts: jsonOf(requestPages(getExportedDecisions)) }
  yield { name: 'admin/appeals.json', parts: jsonOf(requestPages(getExportedAppeals)) }

  for (const version of photoVersionsOf(user)) {
    const photo = await getJpeg(ctx, { userId, version })
    if (photo) yield { name: `photos/${version}.jpg`, isCompressed: true, parts: one(photo) }
  }
  yield* mediaFiles(ctx, userId, media, signal)
}

/** The state with its times, of which the consent is one. */
function verificationFields({ id: _id, photoVersion: _version, until: _until, ...fields }: StoredVerification) {
  return fields
}

async function* selected<T, R>(pages: AsyncIterable<T[]>, select: (item: T) => R[]): AsyncGenerator<R[]> {
  for await (const items of pages) yield items.flatMap(select)
}

async function* inOnePage<T>(items: T[]): AsyncGenerator<T[]> {
  yield items
}

async function* one(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? Buffer.from(content) : content
}

/** A JSON array with one item on each line. */
async function* jsonOf(pages: AsyncIterable<unknown[]>): AsyncGenerator<Uint8Array> {
  let separator = '[\n'
  for await (const items of pages) {
    if (items.length === 0) continue
    yield Buffer.from(separator + items.map((item) => JSON.stringify(item)).join(',\n'))
    separator = ',\n'
  }
  yield Buffer.from(separator === '[\n' ? '[]\n' : '\n]\n')
}
