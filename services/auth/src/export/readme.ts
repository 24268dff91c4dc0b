import { PRODUCT_NAME } from '@zing/proto/product'

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
  selfie                 the path of your photo, or null
  hidden                 you are off the feed by your own wish
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
  userId, name           name is null for someone who has left
  likedAt                since when

social/matches.json      the people whom you match with
  userId, name, matchedAt

social/notifications.json
                         your notifications, as the app lists them
  type                   LIKE, MATCH, MESSAGE, BLOCK or NEW_DEVICE
  payload                whom or what it is about
  createdAt, readAt      readAt is null until you have read it

chat/messages.json       the messages of your conversations, by partner, oldest first. Of conversations that have ended
                         by an unmatch or a block: the messages that you wrote
  partnerId              the other person of the conversation
  senderId, receiverId   who wrote to whom
  seq                    its number within the conversation
  content                the text
  createdAt, status      sent, delivered or read

chat/blocks.json         the people whom you have blocked
  userId

photos/                  your photo

Not in this archive: your password and passkeys themselves, of which only digests and public keys are stored, and backups.
`
