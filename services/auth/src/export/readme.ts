import { PRODUCT_NAME } from '@zing/proto/product'
import { WRITTEN_FIELDS } from '@zing/proto/profile-fields'

/** Explains the files and fields of a copy to its user. */
export const README = `Your data at ${PRODUCT_NAME}
${'='.repeat(13 + PRODUCT_NAME.length)}

This archive holds what ${PRODUCT_NAME} stores about you. The files are JSON in UTF-8; times are in UTC (ISO 8601).
Other people are named by their id and, where you can see it in the app, by their name.

auth/account.json        your account
  id                     your number, which others can see
  username               what you sign in with; others cannot see it
  name, age, gender, orientation, createdAt
                         your profile, as others see it
  showOrientation        false: others do not see your orientation
  selfie                 the path of your main photo, or null
  photos                 your photos in their order, the main one first: their ids, and their paths in the app
  isSelfie, isLive       which one is your selfie, and that you took it with the app's camera
  ${WRITTEN_FIELDS.join(', ')}
                         what you tell about yourself; promptId names the question that you answer
  ageConfirmedAt         when you last gave your age
  mustConfirmAge         true: that is a year ago, and the app asks again
  hidden                 you are off the feed by your own wish
  showOnline             false: your matches do not see when you are online
  recoveryCodes          how many unused recovery codes you have (not the codes, which we do not know)

auth/sessions.json       the devices that are signed in
  id                     a name for the session; it opens nothing
  current                the device that asked for this archive
  browser, system        as the browser named itself, or null
  createdAt, lastUsedAt  sign-in and last use

auth/passkeys.json       your passkeys
  id, name               a name for the passkey, and what you call it
  isSynced               it is kept by a password manager
  createdAt, lastUsedAt  null: not used yet

social/likes.json        the people whom you like
  userId, name           name is null for a user who has left
  likedAt                since when

social/matches.json      the people whom you match with
  userId, name, matchedAt

social/passes.json       the people whom you have passed
  userId, name, passedAt

social/discovery.json    your feed
  preferences            whom you want to see; empty lists and null mean all users
  activeOn               the last day on which you opened the feed

social/notifications.json
                         your notifications, as the app lists them
  type                   LIKE, MATCH, MESSAGE, BLOCK, NEW_DEVICE, ACCOUNT_CHANGE, WARNING or DECISION
  payload                whom or what it is about
  createdAt, readAt      readAt is null until you have read it

social/notification-settings.json
                         what you are notified of while the app is closed
  likes, matches, messages, names, quietHours
  devices                the devices that get these notifications: an id, the session (as in auth/sessions.json) and since
                         when; not their addresses at the push service, which are secrets of the devices

chat/messages.json       the messages of your conversations, by partner, oldest first. Of conversations that have ended
                         by an unmatch or a block: the messages that you wrote, and your reactions to them
  partnerId              the other person of the conversation
  senderId, receiverId   who wrote to whom
  seq                    its number within the conversation
  content                the text
  createdAt, status      sent, delivered or read
  replyTo                the start of the message that this one replies to
  reactions              who has reacted to it, and how
  reactionRev            how often that has changed

chat/blocks.json         the people whom you have blocked
  userId

admin/reports.json       the reports that you have made
  id                     its number
  userId                 whom you have reported
  category, text         what you have chosen and written; text is null if you wrote nothing
  createdAt              when

admin/decisions.json     what moderators have decided about your account
  id                     its number
  action                 warn, remove-photo, remove-text, suspend or ban
  field                  the text that was removed, or null
  reason, text           why, and the moderator's words to you
  decidedAt, until       when, and the end of a suspension
  undoneAt               when it was taken back, or null

admin/appeals.json       your appeals against such decisions
  id, decisionId         its number, and that of the decision
  text, createdAt        what you have written, and when
  status                 open, lifted (you were right) or refused
  answer, decidedAt      the moderator's words to you, and when it was decided

photos/                  your photos, named by their ids

Not in this archive: your password and passkeys themselves, of which only digests and public keys are stored, backups,
counts for the limits of a day, and what moderators store about reports, also about those that others have made.
`
