import { t } from '@lingui/core/macro'
import { modes } from '../../lib/text/mode-words.ts'
import type { DescribedSection } from './form/described.ts'

export const doorSections = (): readonly DescribedSection[] => [
  {
    id: 'mode',
    title: t`Who may join`,
    settings: [
      { path: 'registration.mode', label: t`Who may join`, control: { kind: 'cards', options: modes() } },
      {
        path: 'registration.question',
        label: t`Question for applicants`,
        hint: t`They answer it when someone has to let them in. Empty: our own question.`,
        control: { kind: 'line', isOptional: true, isLocal: true },
      },
    ],
  },
  {
    id: 'numbers',
    title: t`How many`,
    settings: [
      {
        path: 'registration.quota',
        label: t`New members a day`,
        hint: t`A day begins at midnight UTC.`,
        control: { kind: 'count', none: t`No limit`, limits: t`Empty: no limit. 0: nobody.` },
      },
      {
        path: 'registration.cap',
        label: t`Members in all`,
        hint: t`Who leaves makes room.`,
        control: { kind: 'count', none: t`No limit`, limits: t`Empty: no limit. 0: nobody.` },
      },
    ],
  },
  {
    id: 'watch',
    title: t`Against robots`,
    settings: [
      {
        path: 'registration.proof',
        label: t`Small puzzle that the browser solves by itself`,
        control: {
          kind: 'cards',
          options: [
            { value: 'auto', label: t`When needed`, hint: t`Nothing on calm days, more work the busier it gets.` },
            { value: 'always', label: t`Always`, hint: t`Each sign-up takes a moment longer.` },
            { value: 'off', label: t`Never`, hint: t`Only where no stranger reaches you.` },
          ],
        },
      },
      {
        path: 'registration.fallback.enabled',
        label: t`Turn to approval by itself`,
        hint: t`When nobody is watching or too many people come at once.`,
        control: { kind: 'switch' },
      },
      {
        path: 'registration.fallback.hours',
        label: t`Nobody is watching after`,
        hint: t`Without anything done by a moderator while cases wait.`,
        control: { kind: 'number', unit: t`hours` },
      },
    ],
  },
]
