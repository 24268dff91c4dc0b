import { t } from '@lingui/core/macro'
import { LANGUAGES } from '@zing/proto/community/languages'
import { REGISTER_AGE_MIN, RULES_MAX } from '@zing/proto/limits'
import type { DescribedSection } from './form/described.ts'
import { languagesSection } from './languages-list.ts'
import { realPeopleSection } from './real-people-list.ts'

const daily = () => ({ kind: 'count', none: t`No limit`, limits: t`Empty: no limit. 0: nobody.` }) as const

/** Everything on the settings screen, in its order. */
export const settingsSections = (): readonly DescribedSection[] => [
  {
    id: 'community',
    title: t`Community`,
    hint: t`How people recognise you, on the first screen and everywhere after it.`,
    settings: [
      { path: 'name', label: t`Name`, control: { kind: 'line' } },
      {
        path: 'tagline',
        label: t`Tagline`,
        hint: t`One line that says who this is for.`,
        control: { kind: 'line', isLocal: true },
      },
      {
        path: 'about',
        label: t`About`,
        hint: t`A few words for visitors.`,
        control: { kind: 'paragraphs', isLocal: true },
      },
      { path: 'accent', label: t`Accent colour`, control: { kind: 'colour' } },
      {
        path: 'logo',
        label: t`Logo`,
        hint: t`A square picture works best. JPEG, PNG or WebP.`,
        control: { kind: 'logo' },
      },
    ],
  },
  languagesSection(LANGUAGES),
  {
    id: 'rules',
    title: t`Rules`,
    hint: t`People read and accept them when they sign up. At most ${RULES_MAX}; a handful is enough.`,
    settings: [{ path: 'rules', label: t`Rules`, control: { kind: 'rules' } }],
  },
  {
    id: 'legal',
    title: t`Terms and privacy`,
    hint: t`When you change the terms, or the rules beside them, everyone sees the new ones once before they go on.`,
    settings: [
      { path: 'terms', label: t`Terms of service`, control: { kind: 'legal' } },
      { path: 'privacy', label: t`Privacy policy`, control: { kind: 'legal' } },
    ],
  },
  {
    id: 'people',
    title: t`Contact and age`,
    settings: [
      {
        path: 'contact',
        label: t`Contact`,
        hint: t`Where members reach you, such as an e-mail address.`,
        control: { kind: 'line', isOptional: true },
      },
      {
        path: 'feedback',
        label: t`Feedback link`,
        hint: t`Where "Give feedback" leads. An https or mailto address.`,
        control: { kind: 'link' },
      },
      {
        path: 'minAge',
        label: t`Minimum age`,
        hint: t`Never under ${REGISTER_AGE_MIN}. It counts for new members.`,
        control: { kind: 'number' },
      },
    ],
  },
  {
    id: 'place',
    title: t`Places`,
    hint: t`People show the place that they choose: a town, a region or a country. We never ask a device where it is.`,
    settings: [
      {
        path: 'place',
        label: t`Places on cards`,
        control: {
          kind: 'cards',
          options: [
            { value: 'off', label: t`No places`, hint: t`Nothing of it is there for anyone.` },
            {
              value: 'offered',
              label: t`By choice`,
              hint: t`People can show a place, and choose by it whom they see.`,
            },
            {
              value: 'required',
              label: t`Everyone`,
              hint: t`New members choose at least a country; others before their next like.`,
            },
          ],
        },
      },
    ],
  },
  realPeopleSection(),
  {
    id: 'features',
    title: t`Features`,
    hint: t`What is off is not there for anyone.`,
    settings: [
      {
        path: 'features.push',
        label: t`Notifications outside the app`,
        hint: t`Members can let their devices ring while this app is closed.`,
        control: { kind: 'switch' },
      },
      {
        path: 'features.webPushNames',
        label: t`Names in notifications`,
        hint: t`A notification may say who wrote, if the member wants that.`,
        control: { kind: 'switch' },
      },
      {
        path: 'features.chatPhotos',
        label: t`Photos in chats`,
        hint: t`Members can send each other photos.`,
        control: { kind: 'switch' },
      },
      {
        path: 'features.chatVoice',
        label: t`Voice messages in chats`,
        hint: t`Members can send each other voice messages of up to a minute.`,
        control: { kind: 'switch' },
      },
      {
        path: 'features.presence',
        label: t`Who is online`,
        hint: t`Matches see a green dot while someone is here.`,
        control: { kind: 'switch' },
      },
      {
        path: 'features.export',
        label: t`Copy of own data`,
        hint: t`Members can download everything about themselves. The law may ask you for it.`,
        control: { kind: 'switch' },
      },
      {
        path: 'features.pinPanel',
        label: t`Admin panel with a PIN`,
        hint: t`The panel in every profile. These screens work without it.`,
        control: { kind: 'switch' },
      },
    ],
  },
  {
    id: 'trust',
    title: t`Limits of new accounts`,
    hint: t`They slow down spam. Members are never told that a limit is about them.`,
    settings: [
      {
        path: 'trust.newHours',
        label: t`An account is new for`,
        control: { kind: 'number', unit: t`hours` },
      },
      { path: 'trust.new.likes', label: t`Likes a day, new accounts`, control: daily() },
      { path: 'trust.new.firstMessages', label: t`New chats a day, new accounts`, control: daily() },
      { path: 'trust.reported.likes', label: t`Likes a day, reported accounts`, control: daily() },
      { path: 'trust.reported.firstMessages', label: t`New chats a day, reported accounts`, control: daily() },
    ],
  },
  {
    id: 'invitations',
    title: t`Who may invite`,
    hint: t`You and your moderators always may.`,
    settings: [
      {
        path: 'invitations.memberDays',
        label: t`Members may invite after this many days`,
        control: {
          kind: 'count',
          none: t`Members may not invite`,
          limits: t`Empty: members may not invite. 0: all may at once.`,
        },
      },
    ],
  },
]
