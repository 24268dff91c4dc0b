import { t } from '@lingui/core/macro'
import { NAKEDNESS_FROM_MAX, NAKEDNESS_FROM_MIN } from '@zing/proto/community/settings'
import type { DescribedSection } from './form/described.ts'

/** Settings against fakes, nakedness and banned people who come back. All are off at first. */
export function realPeopleSection(): DescribedSection {
  return {
    id: 'realPeople',
    title: t`Real people`,
    hint: t`Pictures are looked at on your own server only, by its optional part "vision". It orders and warns; a moderator decides.`,
    settings: [
      {
        path: 'people.verification',
        label: t`Verification`,
        control: {
          kind: 'cards',
          options: [
            { value: 'off', label: t`No verification`, hint: t`Nobody has a badge.` },
            {
              value: 'offered',
              label: t`By choice`,
              hint: t`Members show two poses to the camera, and a moderator compares them with the main photo.`,
            },
            {
              value: 'required',
              label: t`Before the first like`,
              hint: t`Only verified members like others. Someone must look at the queue each day.`,
            },
          ],
        },
      },
      {
        path: 'people.nakednessFrom',
        label: t`Warn before nakedness from`,
        hint: t`How sure the server must be that a photo is explicit. Such a profile photo is blurred until a moderator has looked; such a photo in a chat shows a warning first. Nobody is punished by it. A lower number warns more often, also wrongly.`,
        control: {
          kind: 'count',
          none: t`Off`,
          limits: t`From ${NAKEDNESS_FROM_MIN} to ${NAKEDNESS_FROM_MAX} percent. Empty: no photo is looked at.`,
          unit: '%',
          range: [NAKEDNESS_FROM_MIN, NAKEDNESS_FROM_MAX],
        },
      },
      {
        path: 'people.bannedFaces',
        label: t`Recognise faces of banned people`,
        hint: t`The server keeps the features of a banned person's face for a year and shows moderators new accounts that resemble it. These are biometric data: the law of your country may forbid it, or ask for a legal basis and words in your privacy policy.`,
        control: { kind: 'switch' },
      },
    ],
  }
}
