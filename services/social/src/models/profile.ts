import { type CardPlace, PLACE_KINDS } from '@zing/proto/places/place'
import { forTexts } from '@zing/proto/profile-fields'
import type { DiscoveryPreferences, OwnPreferences } from '@zing/proto/profiles/discovery'
import { LookingFor } from '@zing/proto/profiles/looking-for'
import type { Story } from '@zing/proto/profiles/story'
import { type Connection, Schema } from 'mongoose'

/** Below this number, likes are counted from the index. From here on the stored count serves, about a second late. */
export const EXACT_BELOW = 1_000

const text = { type: String, required: true }
const photo = new Schema({ id: text, path: text, isLive: Boolean, isVeiled: Boolean }, { _id: false, id: false })
const promptAnswer = new Schema({ promptId: text, answer: text }, { _id: false, id: false })

/** Indexes of the feed, newest first: all users, users open to the viewer, and such users by class. */
export const ALL_INDEX = { createdAt: -1, _id: -1 } as const
export const OPEN_INDEX = { openTo: 1, ...ALL_INDEX } as const
export const CLASS_INDEX = { openTo: 1, feedClass: 1, ...ALL_INDEX } as const
/** Verified users by class. */
export const VERIFIED_INDEX = { verified: 1, feedClass: 1, ...ALL_INDEX } as const
/** Users who are in a place, by the genders they want. */
export const PLACE_INDEX = { at: 1, ...ALL_INDEX } as const

/** See DiscoveryPreferences of the contract. */
const preferences = new Schema(
  {
    genders: { type: [String] },
    ageMin: Number,
    ageMax: Number,
    lookingFor: { type: [String] },
    maxDistanceKm: Number,
    places: { type: [String], default: undefined },
    verifiedOnly: Boolean, // missing: false
  },
  { _id: false },
)
const place = new Schema<CardPlace>(
  { id: text, name: text, kind: { ...text, enum: PLACE_KINDS }, isVisiting: { type: Boolean, required: true } },
  { _id: false, id: false },
)

/** Replica of auth's profiles, whose `rev` is auth's. It also has the feed data that only social stores. */
export interface Profile extends Story {
  _id: number
  name: string
  age: number
  gender: string
  orientation: string
  selfie: string | null
  hidden: boolean
  suspendedUntil: Date | null
  isReported: boolean
  createdAt: Date
  rev: number
  epoch: number
  likeCount: number
  likeCountRev: number
  feedClass: string
  place?: CardPlace
  verified?: true
  preferences?: DiscoveryPreferences
  preferencesRev?: number
  droppedPreferences?: NonNullable<OwnPreferences['dropped']>
  openTo?: string[]
  at?: string[]
  reach?: string[]
  passesFrom?: Date
  activeOn?: Date
  alertAt?: Date
  alertSince?: Date
}

const schema = new Schema<Profile>(
  {
    _id: { type: Number, required: true }, // user id
    name: { type: String, required: true }, // the first name
    age: { type: Number, required: true },
    gender: { type: String, required: true },
    orientation: { type: String, default: '' }, // empty: hidden
    selfie: { type: String, default: null },
    photos: { type: [photo], required: true },
    ...forTexts(() => ({ type: String, default: null })),
    prompts: { type: [promptAnswer], required: true },
    interests: { type: [String], required: true },
    lookingFor: { type: String, enum: LookingFor.options, default: null },
    hidden: { type: Boolean, required: true }, // off the feed
    suspendedUntil: { type: Date, default: null }, // off the feed until then; every read compares it
    isReported: { type: Boolean, required: true }, // trusted less
    createdAt: { type: Date, required: true },
    rev: { type: Number, required: true },
    epoch: { type: Number, required: true },
    likeCount: { type: Number, default: 0 }, // maintained from EXACT_BELOW on
    likeCountRev: { type: Number, default: 0 }, // +1 with every stored count, for compare-and-swap
    feedClass: { type: String, required: true }, // see classOf
    place: { type: place, default: undefined }, // the place on the card; missing: none
    verified: Boolean, // missing: no
    preferences, // users whom this user wants to see; missing until set
    preferencesRev: Number, // +1 with every change, for compare-and-swap
    droppedPreferences: { type: [String], default: undefined }, // ended by a coarser card since the last change
    openTo: { type: [String], default: undefined }, // the users who fit the preferences, see openTo; missing: all
    at: { type: [String], default: undefined }, // see placeKeysOf; missing: nowhere
    reach: { type: [String], default: undefined }, // see placeKeysOf; missing: anywhere
    passesFrom: Date, // when the user started over: earlier passes do not count
    alertAt: Date, // when social looks for new users who fit; missing: the user wants no alerts
    alertSince: Date, // the alert is about accounts made since
    activeOn: Date, // the last day (UTC) on which the user opened the feed
  },
  { versionKey: false },
)
schema.index(ALL_INDEX)
schema.index(OPEN_INDEX)
schema.index(CLASS_INDEX)
schema.index(PLACE_INDEX, { sparse: true })
schema.index(VERIFIED_INDEX, { partialFilterExpression: { verified: true } })
schema.index({ alertAt: 1 }, { sparse: true })

export function profileModel(db: Connection) {
  return db.model('Profile', schema, 'people')
}
