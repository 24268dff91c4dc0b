import { MODES } from '../../lib/text/mode-words.ts'
import type { DescribedSection } from './form/described.ts'

export const DOOR: readonly DescribedSection[] = [
  {
    id: 'mode',
    title: 'Who may join',
    settings: [
      { path: 'registration.mode', label: 'Who may join', control: { kind: 'cards', options: MODES } },
      {
        path: 'registration.question',
        label: 'Question for applicants',
        hint: 'They answer it when somebody has to let them in. Empty: our own question.',
        control: { kind: 'line', isOptional: true, isLocal: true },
      },
    ],
  },
  {
    id: 'numbers',
    title: 'How many',
    settings: [
      {
        path: 'registration.quota',
        label: 'New members a day',
        hint: 'A day begins at midnight UTC.',
        control: { kind: 'count', none: 'No limit' },
      },
      {
        path: 'registration.cap',
        label: 'Members in all',
        hint: 'Who leaves makes room.',
        control: { kind: 'count', none: 'No limit' },
      },
    ],
  },
  {
    id: 'watch',
    title: 'Against robots',
    settings: [
      {
        path: 'registration.proof',
        label: 'Small puzzle that the browser solves by itself',
        control: {
          kind: 'cards',
          options: [
            { value: 'auto', label: 'When needed', hint: 'Nothing on calm days, more work the busier it gets.' },
            { value: 'always', label: 'Always', hint: 'Each sign-up takes a moment longer.' },
            { value: 'off', label: 'Never', hint: 'Only where no stranger reaches you.' },
          ],
        },
      },
      {
        path: 'registration.fallback.enabled',
        label: 'Turn to approval by itself',
        hint: 'When nobody is watching or too many people come at once.',
        control: { kind: 'switch' },
      },
      {
        path: 'registration.fallback.hours',
        label: 'Nobody is watching after',
        hint: 'Without anything done by a moderator while cases wait.',
        control: { kind: 'number', unit: 'hours' },
      },
    ],
  },
]
