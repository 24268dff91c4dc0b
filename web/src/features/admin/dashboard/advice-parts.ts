import { msg, t } from '@lingui/core/macro'
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
  'storage',
] as const
export type Topic = (typeof TOPICS)[number]

/** Advice of a topic. */
export type Said = Omit<Advice, 'topic'>

export const HIDDEN = msg`There are too few members to show this without showing who they are.`
export const UNCOUNTED = msg`Not counted yet. The first numbers come within an hour.`

export const links = () => ({
  cases: { to: clientRoutes.moderation, label: t`Open the cases` },
  roles: { to: clientRoutes.adminRoles, label: t`Make someone a moderator` },
  door: { to: clientRoutes.adminDoor, label: t`Look at the door` },
  invitations: { to: clientRoutes.adminInvitations, label: t`Invite people` },
  settings: { to: clientRoutes.adminSettings, label: t`Open the settings` },
  backup: { to: '#backup', label: t`See how` },
  profile: { to: clientRoutes.feed, label: t`See the feed as a member` },
})
