/** Paragraphs of the README in a user's copy of their data, in order. Names of files and fields stay as they are. */
export const README_TEXTS = {
  'readme.title': 'Your data at {community}',
  'readme.intro': `This archive holds what {community} stores about you. The files are JSON in UTF-8; times are in UTC (ISO 8601).
Other people appear by id and, where you can see it in the app, by name.`,
  'readme.auth/account.json': `auth/account.json        your account
  id                     your number; others can see it
  username               what you log in with; others can't see it
  name, age, gender, orientation, createdAt
                         your profile; others see your first name only
  showOrientation        false: others don't see your orientation
  selfie                 the path of your main photo, or null
  photos                 your photos in their order, the main one first: their ids, and their paths in the app
  isSelfie, isLive       which one is your selfie, and that you took it with the app's camera
  {fields}
                         what you wrote about yourself; promptId names the question you answered
  ageConfirmedAt         when you last confirmed your age
  mustConfirmAge         true: that was a year ago, so the app asks again
  hidden                 true: you've hidden yourself from the feed
  showOnline             false: your matches don't see when you're online
  language               the language you chose
  recoveryCodes          how many unused recovery codes you have (we don't know the codes)
  status, application    present if you applied to join: the question, your answer, and what moderators said
  verified, verification present if you agreed to be verified: the state, when you agreed, and what moderators said
  acceptedTerms          the version of the terms you accepted
  invitedBy              the person whose invitation you used`,
  'readme.auth/sessions.json': `auth/sessions.json       the devices where you are logged in
  id                     a name for the session; it opens nothing
  current                the device that asked for this archive
  browser, system        as the browser named itself, or null
  createdAt, lastUsedAt  login and last use`,
  'readme.auth/passkeys.json': `auth/passkeys.json       your passkeys
  id, name               a name for the passkey, and what you call it
  isSynced               it is kept by a password manager
  createdAt, lastUsedAt  null: not used yet`,
  'readme.auth/invitations.json': `auth/invitations.json    the invitations you made, newest first
  id, label              its number, and what you call it
  code, link             what admits someone
  uses, used             how many people it admits (null: any number), and how many have come
  expiresAt, createdAt   expiresAt is null if it doesn't end
  needsApproval          true: moderators decide about whom it brings`,
  'readme.social/likes.json': `social/likes.json        the people you like
  userId, name           name is null if the person has left
  likedAt                when`,
  'readme.social/matches.json': `social/matches.json      your matches
  userId, name, matchedAt`,
  'readme.social/passes.json': `social/passes.json       the people you passed
  userId, name, passedAt`,
  'readme.social/discovery.json': `social/discovery.json    your feed
  preferences            who you see; empty lists and null mean everyone
  alerts                 you're told when someone new fits
  activeOn               the last day you opened the feed`,
  'readme.social/notifications.json': `social/notifications.json
                         your notifications, as the app lists them
  type                   LIKE, MATCH, MESSAGE, BLOCK, NEW_DEVICE, ACCOUNT_CHANGE, WARNING, DECISION, NEW_PEOPLE or
                         VERIFICATION
  payload                who or what it's about
  createdAt, readAt      readAt is null until you read it`,
  'readme.social/notification-settings.json': `social/notification-settings.json
                         what we notify you about while the app is closed
  likes, matches, messages, names, quietHours
  devices                the devices that get these notifications: an id, the session (as in auth/sessions.json) and since
                         when; not their addresses at the push service, which are secrets of the devices`,
  'readme.chat/messages.json': `chat/messages.json       the messages of your chats, by person, oldest first. From chats that ended with an unmatch or a
                         block: the messages you wrote, and your reactions to them
  partnerId              the other person in the chat
  senderId, receiverId   who wrote to whom
  seq                    its number within the chat
  kind                   text, photo, voice or deleted
  content                the text
  mediaId                the name of the photo or recording in chat/media
  caption, width, height, placeholder
                         what was written below the photo, its size, and a blurred preview of it
  veiled                 true: you have not opened a photo of this person yet
  durationMs, peaks      the length and the waveform of a recording
  createdAt, status      sent, delivered or read
  replyTo                the start of the message this one replies to
  reactions              who reacted, and how
  reactionRev            how often that has changed`,
  'readme.chat/settings.json': `chat/settings.json       what you take in a chat: no, afterBoth (once you have both written) or fromStart
  userId                 the other person in the chat
  photos, voice          your choice for photos and for voice messages`,
  'readme.chat/blocks.json': `chat/blocks.json         the people you blocked
  userId`,
  'readme.admin/reports.json': `admin/reports.json       the reports you made
  id                     its number
  userId                 who you reported
  category, text         what you chose and wrote; text is null if you wrote nothing
  createdAt              when`,
  'readme.admin/decisions.json': `admin/decisions.json     what moderators decided about your account
  id                     its number
  action                 warn, remove-photo, remove-text, suspend or ban
  field                  the text that was removed, or null
  reason, text           why, and the moderator's words to you
  decidedAt, until       when, and the end of a suspension
  undoneAt               when it was taken back, or null`,
  'readme.admin/appeals.json': `admin/appeals.json       your appeals against such decisions
  id, decisionId         its number, and the decision's number
  text, createdAt        what you wrote, and when
  status                 open, lifted (you were right) or refused
  answer, decidedAt      the moderator's words to you, and when it was decided`,
  'readme.chat/media': `chat/media/              the photos and recordings of these messages, named by mediaId`,
  'readme.photos': `photos/                  your photos, named by their ids`,
  'readme.missing': `Not in this archive: your password and passkeys themselves, of which we store only digests and public keys; backups;
counts for daily limits; and what moderators store about reports, including reports by others.`,
}
