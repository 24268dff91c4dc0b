import { LANGUAGES } from '@zing/proto/community/local-text'
import { REGISTER_AGE_MIN, RULES_MAX } from '@zing/proto/limits'
import type { DescribedSection } from './form/described.ts'
import { languagesSection } from './languages-list.ts'

/** With one language there is nothing to choose. */
const LANGUAGE_SECTIONS = [...LANGUAGES].length > 1 ? [languagesSection(LANGUAGES)] : []
const DAILY = { kind: 'count', none: 'No limit' } as const

/** Everything on the settings screen, in its order. */
export const SETTINGS: readonly DescribedSection[] = [
  {
    id: 'community',
    title: 'Community',
    hint: 'How people recognise you, on the first screen and everywhere after it.',
    settings: [
      { path: 'name', label: 'Name', control: { kind: 'line' } },
      {
        path: 'tagline',
        label: 'Tagline',
        hint: 'One line that says who this is for.',
        control: { kind: 'line', isLocal: true },
      },
      {
        path: 'about',
        label: 'About',
        hint: 'A few words for visitors.',
        control: { kind: 'paragraphs', isLocal: true },
      },
      { path: 'accent', label: 'Accent colour', control: { kind: 'colour' } },
      {
        path: 'logo',
        label: 'Logo',
        hint: 'A square picture works best. JPEG, PNG or WebP.',
        control: { kind: 'logo' },
      },
    ],
  },
  ...LANGUAGE_SECTIONS,
  {
    id: 'rules',
    title: 'Rules',
    hint: `People read and accept them when they sign up. At most ${RULES_MAX}; a handful is enough.`,
    settings: [{ path: 'rules', label: 'Rules', control: { kind: 'rules' } }],
  },
  {
    id: 'legal',
    title: 'Terms and privacy',
    hint: 'When you change the terms, or the rules beside them, everybody sees the new ones once before they go on.',
    settings: [
      { path: 'terms', label: 'Terms of service', control: { kind: 'legal' } },
      { path: 'privacy', label: 'Privacy policy', control: { kind: 'legal' } },
    ],
  },
  {
    id: 'people',
    title: 'Contact and age',
    settings: [
      {
        path: 'contact',
        label: 'Contact',
        hint: 'Where members reach you, such as an e-mail address.',
        control: { kind: 'line', isOptional: true },
      },
      {
        path: 'feedback',
        label: 'Feedback link',
        hint: 'Where "Give feedback" leads. An https or mailto address.',
        control: { kind: 'link' },
      },
      {
        path: 'minAge',
        label: 'Minimum age',
        hint: `Never under ${REGISTER_AGE_MIN}. It counts for new members.`,
        control: { kind: 'number' },
      },
    ],
  },
  {
    id: 'features',
    title: 'Features',
    hint: 'What is off is not there for anybody.',
    settings: [
      {
        path: 'features.push',
        label: 'Notifications outside the app',
        hint: 'Members can let their devices ring while this app is closed.',
        control: { kind: 'switch' },
      },
      {
        path: 'features.webPushNames',
        label: 'Names in notifications',
        hint: 'A notification may say who wrote, if the member wants that.',
        control: { kind: 'switch' },
      },
      {
        path: 'features.presence',
        label: 'Who is online',
        hint: 'Matches see a green dot while somebody is here.',
        control: { kind: 'switch' },
      },
      {
        path: 'features.export',
        label: 'Copy of own data',
        hint: 'Members can download everything about themselves. The law may ask you for it.',
        control: { kind: 'switch' },
      },
      {
        path: 'features.pinPanel',
        label: 'Admin panel with a PIN',
        hint: 'The panel in every profile. These screens work without it.',
        control: { kind: 'switch' },
      },
    ],
  },
  {
    id: 'trust',
    title: 'Limits of new accounts',
    hint: 'They slow down spam. Members are never told that a limit is about them.',
    settings: [
      {
        path: 'trust.newHours',
        label: 'An account is new for',
        control: { kind: 'number', unit: 'hours' },
      },
      { path: 'trust.new.likes', label: 'Likes a day, new accounts', control: DAILY },
      { path: 'trust.new.firstMessages', label: 'New chats a day, new accounts', control: DAILY },
      { path: 'trust.reported.likes', label: 'Likes a day, reported accounts', control: DAILY },
      { path: 'trust.reported.firstMessages', label: 'New chats a day, reported accounts', control: DAILY },
    ],
  },
  {
    id: 'invitations',
    title: 'Who may invite',
    hint: 'You and your moderators always may.',
    settings: [
      {
        path: 'invitations.memberDays',
        label: 'Members may invite after this many days',
        control: { kind: 'count', none: 'Members may not invite' },
      },
    ],
  },
]
