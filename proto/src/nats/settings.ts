import { PublishedSettings } from '../community/settings.ts'

/**
 * The stream that keeps the newest settings of the community: the last message of its subject. A process that starts
 * while admin is away reads them here; a running process subscribes to the subject as well.
 */
export const SETTINGS_STREAM = 'SETTINGS'
export const SETTINGS_SUBJECT = 'settings.current'
export const SettingsMessage = PublishedSettings
