import { clientRoutes } from '@zing/proto/client-routes'

/** 0: there is nothing to do. 3: today. */
export type Urgency = 0 | 1 | 2 | 3

/** A sentence that says what a number means, and what to do about it. */
export interface Advice {
  topic: Topic
  urgency: Urgency
  text: string
  link: { to: string; label: string }
}

export const TOPICS = [
  'moderation',
  'hour',
  'backup',
  'emptyFeed',
  'funnel',
  'balance',
  'speed',
  'sources',
  'active',
] as const
export type Topic = (typeof TOPICS)[number]

/** Advice of a topic. */
export type Said = Omit<Advice, 'topic'>

export const HIDDEN = 'There are too few members to show this without showing who they are.'
export const UNCOUNTED = 'Not counted yet. The first numbers come within an hour.'

export const LINKS = {
  cases: { to: clientRoutes.moderation, label: 'Open the cases' },
  roles: { to: clientRoutes.adminRoles, label: 'Make somebody a moderator' },
  door: { to: clientRoutes.adminDoor, label: 'Look at the door' },
  invitations: { to: clientRoutes.adminInvitations, label: 'Invite people' },
  settings: { to: clientRoutes.adminSettings, label: 'Open the settings' },
  backup: { to: '#backup', label: 'See how' },
  profile: { to: clientRoutes.feed, label: 'See the feed as a member' },
}
