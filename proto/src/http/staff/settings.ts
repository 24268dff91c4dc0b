import { z } from 'zod/mini'
import { Palette, Settings, SettingsChange } from '../../community/settings.ts'
import { endpoint } from '../../endpoint.ts'
import { isoTime, PHOTO_MEDIA, pathId, queryCount, querySeq } from '../../fields.ts'
import { SETTINGS_BODY_MAX_BYTES, SETTINGS_HISTORY_PAGE_MAX, SETTINGS_MAX_KEYS } from '../../limits.ts'
import { ModeratedUser } from '../../moderation/moderated-user.ts'

const VersionedSettings = z.object({ version: z.int(), settings: Settings, palette: Palette })

/** Returns the newest settings. All calls below give users without the role a 403. */
export const getSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  role: 'admin',
  priority: 'session',
  response: VersionedSettings,
})

/**
 * Merges changes into the settings of `version`. Lists and texts by language are replaced whole. 400 with the path of
 * an unknown key or a wrong value. 409 with `SETTINGS_CHANGED`, the newest version and what has changed since, for a
 * version that is not the newest. 403 with `CONFIRM` unless the caller has confirmed the password or a passkey.
 */
export const changeSettings = endpoint({
  method: 'PATCH',
  path: '/api/admin/settings',
  role: 'admin',
  priority: 'session',
  body: z.object({
    version: z.int('Invalid version'),
    /** Nested as the settings. */
    changes: z.record(z.string(), z.unknown(), 'Invalid changes'),
  }),
  maxKeys: SETTINGS_MAX_KEYS,
  maxBytes: SETTINGS_BODY_MAX_BYTES,
  response: VersionedSettings,
  errorResponses: [403, 409],
})

const SettingsVersion = z.object({
  version: z.int(),
  at: isoTime,
  /** Null for the product itself. */
  author: z.nullable(ModeratedUser),
  changes: z.array(SettingsChange),
})
export type SettingsVersion = z.infer<typeof SettingsVersion>

/** Lists the changes, newest first. */
export const listSettingsHistory = endpoint({
  method: 'GET',
  path: '/api/admin/settings/history',
  role: 'admin',
  priority: 'session',
  query: z.object({
    limit: z.optional(queryCount(SETTINGS_HISTORY_PAGE_MAX, 'Invalid limit')),
    cursor: z.optional(z.string('Invalid cursor').check(z.maxLength(64, 'Invalid cursor'))),
  }),
  response: z.array(SettingsVersion),
  headers: ['Link'],
})

/** Makes a new version with the settings of an older one. Version 0 has the defaults. 403 as for `changeSettings`. */
export const restoreSettings = endpoint({
  method: 'POST',
  path: '/api/admin/settings/history/{version}/restore',
  role: 'admin',
  priority: 'session',
  params: z.object({ version: querySeq('Invalid version') }),
  response: VersionedSettings,
  errorResponses: [403, 404, 409],
})

/**
 * Replaces the logo with the picture that is sent as a file, which makes a new version; 400 for JSON. 403 as for
 * `changeSettings`, which removes the logo with `{logo: null}`.
 */
export const putLogo = endpoint({
  method: 'PUT',
  path: '/api/admin/logo',
  role: 'admin',
  isUpload: true,
  priority: 'session',
  body: z.object({}),
  fileMedia: PHOTO_MEDIA,
  response: VersionedSettings,
  errorResponses: [403],
})

/** Returns the logo of a version as a PNG of LOGO_PIXELS a side. */
export const getLogo = endpoint({
  method: 'GET',
  path: '/api/community/logo/{version}',
  access: 'public',
  status: 200,
  priority: 'discovery',
  params: z.object({ version: pathId('Invalid version') }),
  media: ['image/png'],
  headers: ['ETag'],
  errorResponses: [404],
})
