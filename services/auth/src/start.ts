import { s3ConfigOf } from '@zing/blobs/env'
import { openBlobs } from '@zing/blobs/open-blobs'
import { createDailyQuota, unlimited } from '@zing/kit/mongo/daily-quota'
import { createIds } from '@zing/kit/mongo/id-sequence'
import { deadLetterHandlers } from '@zing/kit/nats/dead-letter-replay'
import { followEpoch } from '@zing/kit/nats/epoch'
import { consumeEvents } from '@zing/kit/nats/event-consumer'
import { startRelay } from '@zing/kit/nats/relay'
import { serveRpc } from '@zing/kit/nats/rpc-server'
import { createPublish } from '@zing/kit/nats/streams/event-stream'
import type { Log } from '@zing/kit/observability/logger'
import type { Running } from '@zing/kit/run'
import { startService } from '@zing/kit/service'
import { startDailyRun, startHourlyRun } from '@zing/kit/timing/daily-run'
import { startDelayedSweep } from '@zing/kit/timing/delayed-sweep'
import { startEpochSweep } from '@zing/kit/timing/epoch-sweep'
import { LOGINS_PER_HOUR, PHOTO_VIEWS_PER_DAY } from '@zing/proto/limits'
import { registrations } from '@zing/proto/rate-limits'
import { LRUCache } from 'lru-cache'
import { reconcile } from './accounts/reconcile.ts'
import { createUsernameHash } from './accounts/username-hash.ts'
import type { Config } from './config.ts'
import type { Ctx } from './context.ts'
import { countThisHour } from './dashboard/get-sign-ups.ts'
import { deleteOlder } from './deletion/delete-older.ts'
import { sweepDeletedAccounts } from './deletion/sweep-deleted-accounts.ts'
import { SETTINGS_WAIT_MS } from './door/known-settings.ts'
import { createProofs } from './door/proofs.ts'
import { recountDoor } from './door/seats.ts'
import { eventHandlers } from './events.ts'
import { startBackgroundJobs } from './export/background-jobs.ts'
import { createLoginThrottle } from './login-throttle/create-login-throttle.ts'
import { createDeviceCookies } from './login-throttle/device-cookies.ts'
import { migrations } from './migrations/migrations.ts'
import { createModels } from './models/models.ts'
import { createDataTokens } from './moderation/data-tokens.ts'
import { startFaceEnd } from './moderation/forget-faces.ts'
import { forgetRemovedTexts } from './moderation/forget-removed-texts.ts'
import { repeatDecisions } from './moderation/repeat-decisions.ts'
import { startBanMatches } from './moderation/send-ban-matches.ts'
import { startPhotoReports } from './moderation/send-photo-reports.ts'
import { relyingPartyOf } from './passkeys/relying-party.ts'
import { deleteOrphans } from './photos/delete-orphans.ts'
import { createPhotoBytes } from './photos/get-selfie.ts'
import { movePhotos } from './photos/move-photos.ts'
import { createPhotoReads } from './photos/photo-reads.ts'
import { startTripEnds } from './places/end-trips.ts'
import { loadPlaces } from './places/load-places.ts'
import { accountRoutes } from './routes/account.ts'
import { doorRoutes } from './routes/door.ts'
import { exportRoutes } from './routes/exports.ts'
import { passkeyRoutes } from './routes/passkeys.ts'
import { photoRoutes } from './routes/photos.ts'
import { placeRoutes } from './routes/places.ts'
import { selfieRoutes } from './routes/selfies.ts'
import { suspendedRoutes } from './routes/suspended.ts'
import { userRoutes } from './routes/users.ts'
import { verificationRoutes } from './routes/verification.ts'
import { rpcHandlers } from './rpc.ts'
import { createSessionTokens } from './sessions/session-tokens.ts'
import { startSessionUse } from './sessions/session-use.ts'
import { announceSetup } from './setup/announce-setup.ts'
import { createSetupLink } from './setup/setup-link.ts'
import type { Times } from './times.ts'
import { startEndedPictures } from './verification/end-pictures.ts'
import { startLooks } from './vision/look-at-pictures.ts'

/** The copies of users' data that a process makes at a time. Each takes some megabytes and a part of a core. */
const MAX_EXPORTS = 2
/** The update is over by then: processes of version 0.2 find photos in their documents alone. */
const UPDATED_MS = 60 * 60 * 1_000
const LOGIN_LIMITS = { strict: LOGINS_PER_HOUR, normal: 10 * LOGINS_PER_HOUR, off: null }

/** Starts auth: accounts, sessions and photos. */
export function start(config: Config, overrides: { log?: Log; times?: Times } = {}): Promise<Running> {
  const { times = {} } = overrides
  return startService({ name: 'auth', config, log: overrides.log, createModels, migrations }, async (core) => {
    const { log, db, models, nats, settings } = core
    const epoch = await followEpoch(db, nats, 'auth')
    const blobs = await openBlobs(db, models.Blob, s3ConfigOf(config), log)
    const relay = startRelay([models.User, models.Tombstone], createPublish(nats), log)
    const loginThrottle = createLoginThrottle(config, log)
    const sessionLifetime = { ttlSeconds: config.SESSION_TTL, idleSeconds: config.SESSION_IDLE_TTL }
    const sessionUse = startSessionUse(models, sessionLifetime, log, times)
    const erasureSweep = startDelayedSweep(nats, () => sweepDeletedAccounts(ctx), {
      name: 'repetition of erasures',
    })
    const doorRecount = startDelayedSweep(nats, () => recountDoor(ctx), { name: 'recount of accounts' })
    const exportJobs = startBackgroundJobs(MAX_EXPORTS)
    const banMatches = startBanMatches(() => ctx)
    const endedPictures = startEndedPictures(() => ctx, times.endedPicturesMs)
    const photoReports = startPhotoReports(() => ctx)
    const faceEnd = startFaceEnd(() => ctx, settings)
    const looks = startLooks(() => ctx, times)
    const tripEnds = startTripEnds(() => ctx, times.tripEndsMs)
    const ctx: Ctx = {
      log,
      models,
      blobs,
      nats,
      relay,
      epoch,
      settings,
      settingsWaitMs: times.settingsWaitMs ?? SETTINGS_WAIT_MS,
      userIds: createIds(db, 'users'),
      invitationIds: createIds(db, 'invitations'),
      verificationIds: createIds(db, 'verifications'),
      proofs: createProofs(config.SESSION_SECRET),
      doorRecount,
      tokens: createSessionTokens(config.SESSION_SECRET, config.SESSION_TTL),
      sessionLifetime,
      sessionUse,
      loginThrottle: loginThrottle.throttle,
      reservedUsernames: config.RESERVED_USERNAMES,
      usernameHash: createUsernameHash(config.SESSION_SECRET),
      erasureSweep,
      banMatches,
      photoReports,
      looks,
      endedPictures,
      photoBytes: createPhotoBytes(),
      photoReads: createPhotoReads({ models, epoch }),
      photoQuota: config.RATE_PROFILE === 'off' ? unlimited : createDailyQuota(models.DailyUsage, PHOTO_VIEWS_PER_DAY),
      deviceCookies: createDeviceCookies(config.SESSION_SECRET),
      dataTokens: createDataTokens(config.SESSION_SECRET),
      relyingParty: relyingPartyOf(config),
      exportJobs,
      signUpsOfAddress: config.RATE_PROFILE === 'off' ? 0 : registrations.points.strict,
      signUpAddresses: new LRUCache({ max: 10_000, ttl: 60 * 60 * 1_000, noUpdateTTL: true }),
      setupLink: createSetupLink(config.SESSION_SECRET, config.PUBLIC_ORIGINS[0] ?? ''),
      loginsPerHour: LOGIN_LIMITS[config.RATE_PROFILE],
    }
    await announceSetup(ctx)
    void loadPlaces(ctx)
    const events = { handlers: eventHandlers(ctx), epoch, db }
    const reconciliation = startDailyRun(nats, 'reconciliation', () => reconcile(ctx))
    const decisions = startDailyRun(nats, 'repetition of missed decisions', () => repeatDecisions(ctx))
    function runSoon(): void {
      reconciliation.runSoon()
      decisions.runSoon()
    }
    return {
      ctx,
      routes: [
        userRoutes,
        doorRoutes,
        accountRoutes,
        passkeyRoutes,
        exportRoutes,
        suspendedRoutes,
        selfieRoutes,
        photoRoutes,
        placeRoutes,
        verificationRoutes,
      ],
      entryPoints: [
        consumeEvents(nats, { service: 'auth', ...events, onDeleted: runSoon }),
        serveRpc(nats, 'auth', [...rpcHandlers(ctx), ...deadLetterHandlers('auth', events)]),
      ],
      background: [
        relay,
        loginThrottle,
        reconciliation,
        decisions,
        sessionUse,
        exportJobs,
        erasureSweep,
        doorRecount,
        banMatches,
        photoReports,
        faceEnd,
        looks,
        endedPictures,
        tripEnds,
        startDailyRun(nats, 'deletion of orphans', () => deleteOrphans(ctx)),
        startDailyRun(nats, 'deletion of removed texts', () => forgetRemovedTexts(ctx)),
        startHourlyRun(nats, 'count for the dashboard', () => countThisHour(ctx), times.countAfterMs),
        startHourlyRun(nats, 'move of photos', () => movePhotos(ctx), times.movePhotosMs ?? UPDATED_MS),
        startEpochSweep(nats, epoch, (current) => deleteOlder(ctx, current)),
        { stop: blobs.close },
      ],
    }
  })
}
