import { z } from 'zod/mini'
import { PublishedSettings, Settings } from '../community/settings.ts'
import { withDefaults } from '../community/with-defaults.ts'

/**
 * The stream that keeps the newest settings of the community: the last message of its subject. A process that starts
 * while admin is away reads them here; a running process subscribes to the subject as well.
 */
export const SETTINGS_STREAM = 'SETTINGS'
export const SETTINGS_SUBJECT = 'settings.current'
/** Read in the shape of this release, since an older one may have written it. */
export const SettingsMessage = z.extend(PublishedSettings, { settings: z.pipe(z.transform(withDefaults), Settings) })
