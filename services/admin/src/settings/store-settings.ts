import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { toOutboxEntries } from '@zing/kit/nats/outbox'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { DEFAULT_PUBLISHED, type PublishedSettings, type Settings } from '@zing/proto/community/settings'
import { withDefaults } from '@zing/proto/community/with-defaults'
import { errors } from '@zing/proto/errors'
import { audited } from '../audit/audit.ts'
import type { Ctx } from '../context.ts'
import type { SettingsDocument } from '../models/settings.ts'
import { changesBetween, ensureValid, withTermsVersion } from './merge-changes.ts'

const MAX_ATTEMPTS = 20

/** Reads the newest settings. */
export async function newestSettings(ctx: Pick<Ctx, 'models' | 'paletteOf'>): Promise<PublishedSettings> {
  const stored = await ctx.models.Settings.findOne({}, { settings: 1 }).sort({ _id: -1 }).lean<SettingsDocument>()
  return stored ? published(ctx, stored._id, withDefaults(stored.settings)) : DEFAULT_PUBLISHED
}

/** Reads the settings of a version; null for an unknown version. */
export async function settingsOf({ models }: Pick<Ctx, 'models'>, version: number): Promise<Settings | null> {
  if (version === 0) return DEFAULT_PUBLISHED.settings
  const stored = await models.Settings.findById(version, { settings: 1 }).lean<SettingsDocument>()
  return stored && withDefaults(stored.settings)
}

function published({ paletteOf }: Pick<Ctx, 'paletteOf'>, version: number, settings: Settings): PublishedSettings {
  return { version, settings, palette: paletteOf(settings.accent) }
}

type StoreCtx = Pick<Ctx, 'models' | 'paletteOf' | 'relay' | 'publication' | 'log'>

interface Next {
  /** Null for the product itself. */
  authorId: number | null
  settings: Settings
}

/**
 * Stores the settings after `before`, with their audit entry. Settings without a change make no version. Returns null if
 * another admin was faster.
 */
export async function storeNext(
  ctx: StoreCtx,
  before: PublishedSettings,
  { authorId, settings }: Next,
): Promise<PublishedSettings | null> {
  const version = before.version + 1
  const next = ensureValid(withTermsVersion(before.settings, settings, version))
  const changes = changesBetween(before.settings, next)
  if (changes.length === 0) return before

  ensureInTime()
  const details = { version: `${version}`, changed: changes.map(({ path }) => path).join(', ') }
  const entry = audited({ action: 'settings.changed', actorId: authorId, caseId: null, userId: null, details })
  const outbox = toOutboxEntries([entry], { rev: version, epoch: 0 })
  try {
    await ctx.models.Settings.create({ _id: version, at: new Date(), authorId, changes, settings: next, outbox })
  } catch (error) {
    if (isDuplicateKey(error)) return null
    throw error
  }
  ctx.publication.wake()
  ctx.relay.wake(ctx.models.Settings)
  logSecurityEvent(ctx.log, 'authz_admin', { userId: authorId ?? undefined, action: 'settings', version })
  return published(ctx, version, next)
}

/** Changes the settings whatever others change meanwhile, for changes that do not come from what an admin has seen. */
export async function setSettings(
  ctx: StoreCtx,
  { authorId, change }: { authorId: number | null; change: (settings: Settings) => Settings },
): Promise<PublishedSettings> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = await newestSettings(ctx)
    const after = await storeNext(ctx, before, { authorId, settings: change(before.settings) })
    if (after) return after
  }
  throw errors.busy()
}
