import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { hasCode } from '../../lib/http/call.ts'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { useLayer } from '../../lib/layers/layers.ts'
import type { CropDialogComponent } from '../../lib/photos/crop-dialog.ts'
import type { Selfie } from '../../lib/photos/selfie.ts'
import { community, ownLanguage } from '../../lib/state/community.ts'
import { announce, toastError } from '../../lib/state/toast-store.ts'
import { useRegister } from '../../queries/session/user.ts'
import { Spinner } from '../../ui/spinner.tsx'
import type { Details } from './details.ts'
import { DetailsForm } from './details-form.tsx'
import { DoorNotice } from './door-notice.tsx'
import { useProof } from './proof/use-proof.ts'
import { SelfieStep } from './selfie-step.tsx'
import { clearDraft } from './sign-up-draft.ts'
import { type Door, PLACE_SECTION, sectionsOf, useDoor } from './use-door.ts'

interface SignUpProps {
  CropDialog: CropDialogComponent
  onLogin: () => void
}

export function SignUp({ CropDialog, onLogin }: SignUpProps) {
  const door = useDoor()
  const register = useRegister()
  const { isChecking, withProof } = useProof()
  const [details, setDetails] = useState<Details | null>(null)
  const [taken, setTaken] = useState<Selfie | null>(null)
  const [step, setStep] = useState<1 | 2>(1)
  const [section, setSection] = useState(0)
  const [passwordError, setPasswordError] = useState<string>()
  useLayer(section > 0, () => setSection(0))
  useLayer(section > 1, () => setSection(1))
  useLayer(section > 2, () => setSection(2))
  useLayer(section > 3, () => setSection(3))
  useLayer(step === 2, () => setStep(1))

  const create = useSingleFlight(async () => {
    if (!details || !taken) return
    const { hasAccepted, application, place, ...account } = details
    const language = ownLanguage()
    const body = {
      ...account,
      ...taken,
      ...(place && { placeId: place.id, placeName: place.name }),
      ...(door.invitation !== null && { invitation: door.invitation }),
      ...(door.question !== null && { application, ...(language && { language }) }),
      ...(hasAccepted && door.termsVersion > 0 && { acceptedTerms: door.termsVersion }),
    }
    // not with mutate's callbacks, which would not run: this screen unmounts first
    await withProof((proof) => register.mutateAsync({ ...body, ...proof })).then(({ name, status }) => {
      clearDraft()
      if (status === 'pending') announce(t`Thank you`, t`Your application is on its way, ${name}.`)
      else announce(t`Welcome to ${community().name}`, t`Good to have you here, ${name}.`)
    }, refuse)
  })

  async function refuse(error: Error): Promise<void> {
    toastError(t`Registration failed`, error.message)
    if (hasCode(error, 'COMMON_PASSWORD')) {
      setPasswordError(error.message)
      setStep(1)
    }
    if (!DOOR_REFUSALS.some((code) => hasCode(error, code))) return
    await door.refresh() // the door has changed since this visitor came
    if (!hasCode(error, 'PROOF_NEEDED')) {
      setStep(1)
      setSection(sectionOf(error, door))
    }
  }

  if (door.isPending) return <Spinner className="mx-auto my-16 size-8 text-zing" />
  if (door.mode === 'closed' || door.isInvitationInvalid || (door.mode === 'invitation' && door.invitation === null))
    return <DoorNotice door={door} onLogin={onLogin} />

  return (
    <section aria-label={t`Sign up`}>
      <Steps step={step} section={section} of={sectionsOf(door)} />
      {step === 2 && details ? (
        <>
          <SelfieStep
            taken={taken}
            isPending={register.isPending || isChecking}
            CropDialog={CropDialog}
            onTaken={setTaken}
            onBack={() => setStep(1)}
            onDone={create}
          />
          <p role="status" className="mt-3 text-center text-sm text-ink-2 empty:mt-0">
            {isChecking && t`Just checking that you're not a robot...`}
          </p>
        </>
      ) : (
        <DetailsForm
          password={details?.password ?? ''}
          passwordError={passwordError}
          section={section}
          door={door}
          onSection={setSection}
          onDone={(filled) => {
            setDetails(filled)
            setPasswordError(undefined)
            setStep(2)
          }}
        />
      )}
    </section>
  )
}

/** Refusals that say that the door is not as it was. */
const DOOR_REFUSALS = [
  'INVITATION_NEEDED',
  'INVITATION_INVALID',
  'REGISTRATION_CLOSED',
  'PROOF_NEEDED',
  'ANSWER_NEEDED',
  'TERMS_CHANGED',
  'PLACE_REQUIRED',
] as const

/** The section with what the server has refused. */
function sectionOf(error: Error, door: Door): number {
  if (hasCode(error, 'PLACE_REQUIRED')) return PLACE_SECTION
  return hasCode(error, 'TERMS_CHANGED') || hasCode(error, 'ANSWER_NEEDED') ? sectionsOf(door) - 1 : 0
}

function Steps({ step, section, of }: { step: 1 | 2; section: number; of: number }) {
  const done = step === 2 ? of : section + 1
  return (
    <div className="mb-5 low-window:mb-2">
      <div aria-hidden className="grid grid-cols-2 gap-1.5">
        <span className="h-1 overflow-hidden rounded-full bg-line">
          <span
            className="block h-full origin-left bg-zing transition-transform rtl:origin-right"
            style={{ transform: `scaleX(${done / of})` }}
          />
        </span>
        <span className={step === 2 ? 'h-1 rounded-full bg-zing' : 'h-1 rounded-full bg-line'} />
      </div>
      <p className="mt-2 text-sm text-ink-2 low-window:mt-1 landscape-phone:sr-only">
        {step === 1 ? t`1 of 2 · Your details` : t`2 of 2 · Your photo`}
      </p>
    </div>
  )
}
