import { request } from '@zing/kit/nats/rpc'
import { type Repeated, repeat } from '@zing/kit/timing/repeat'
import { getDoorFacts } from '@zing/proto/nats/rpc/auth'
import { recordOf } from '../audit/audit.ts'
import type { Ctx } from '../context.ts'
import type { SettingsDocument } from '../models/settings.ts'
import { setSettings } from '../settings/store-settings.ts'
import type { Times } from '../times.ts'
import { type DoorFacts, decideFallback } from './decide-fallback.ts'

const CHECK_MS = 10_000
/** A moderator's last act is looked for among this many entries of the audit log. */
const ENTRIES = 500
const ACTS = /^(?:case|held|application|branch)\./

/** Turns an open door to approval as soon as `decideFallback` finds a reason. */
export function watchDoor(ctx: Ctx, { doorCheckMs = CHECK_MS }: Times = {}): Repeated {
  return repeat(
    async () => {
      await checkDoor(ctx)
      return false
    },
    {
      everyMs: doorCheckMs,
      idleMs: doorCheckMs,
      onFailure: (err) => ctx.log.warn({ err }, 'door not checked, will be retried'),
    },
  )
}

async function checkDoor(ctx: Ctx): Promise<void> {
  const now = new Date()
  const { registration } = ctx.settings.current().settings
  if (registration.mode !== 'open' || !registration.fallback.enabled) return
  const reason = decideFallback(registration, await gatherFacts(ctx, now), now)
  if (!reason) return
  await setSettings(ctx, {
    authorId: null,
    change(settings) {
      const { mode, fallback } = settings.registration
      if (mode !== 'open' || !fallback.enabled) return settings // changed just before
      const fallenBack = { reason, at: now.toISOString() }
      return { ...settings, registration: { ...settings.registration, mode: 'approval', fallenBack } }
    },
  })
  ctx.log.warn({ reason }, 'door turned to approval')
}

async function gatherFacts(ctx: Ctx, now: Date): Promise<DoorFacts> {
  const [facts, casesDue, opened] = await Promise.all([
    request(ctx.nats, getDoorFacts, {}),
    ctx.models.Case.countDocuments({ status: 'open', dueAt: { $lt: now } }, { limit: 1 }),
    ctx.models.Settings.findOne(
      { authorId: { $ne: null }, 'changes.path': 'registration.mode', 'settings.registration.mode': 'open' },
      { at: 1 },
    )
      .sort({ _id: -1 })
      .lean<Pick<SettingsDocument, 'at'>>(),
  ])
  return {
    openedAt: opened?.at ?? null,
    lastActAt: casesDue > 0 ? await lastActAt(ctx) : null, // it matters only then
    casesDue,
    signUps: { lastHour: facts.lastHour, usual: facts.usual },
    oldestApplicationDueAt: facts.oldestApplicationDueAt === null ? null : new Date(facts.oldestApplicationDueAt),
  }
}

async function lastActAt({ models }: Ctx): Promise<Date | null> {
  const entries = await models.Audit.find({}, { content: 1, at: 1 }).sort({ _id: -1 }).limit(ENTRIES).lean()
  const act = entries.find((entry) => {
    const record = recordOf(entry)
    return record !== null && record.actorId !== null && ACTS.test(record.action)
  })
  return act?.at ?? null
}
