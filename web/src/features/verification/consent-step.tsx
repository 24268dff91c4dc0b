import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { FRAMES_KEPT_MS } from '@zing/proto/limits'
import { POSES_ASKED } from '@zing/proto/vision/poses'
import { Clock3, Eye, type LucideIcon, Trash2, Undo2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import { hasCode } from '../../lib/http/call.ts'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { useStartVerification } from '../../queries/verification.ts'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'

type Started = NonNullable<ReturnType<typeof useStartVerification>['data']>

interface ConsentStepProps {
  /** The member was too slow for the one before. */
  hasExpired: boolean
  onBegun: (started: Started) => void
}

/** Says what is taken, who sees it and when it is deleted, before the camera opens. */
export function ConsentStep({ hasExpired, onBegun }: ConsentStepProps) {
  const { photos } = useUser()
  const { mutateAsync, isPending, error } = useStartVerification()
  const begin = useSingleFlight(() => mutateAsync().then(onBegun, () => {})) // the error is shown below
  const needsPhoto = photos.length === 0 || hasCode(error, 'NO_MAIN_PHOTO')
  const hours = FRAMES_KEPT_MS / 3_600_000

  return (
    <div className="flex flex-1 flex-col gap-5">
      <p className="text-lg">{t`Show that your main photo is you, and get a badge beside your name.`}</p>
      <ul className="flex flex-col gap-4">
        <Fact
          icon={Clock3}
        >{t`We show you ${POSES_ASKED} poses, chosen at random. Your camera takes a picture of each. It takes a minute.`}</Fact>
        <Fact
          icon={Eye}
        >{t`A moderator of this community compares the pictures with your main photo. A program on this community's own server may sort them first; it decides nothing. Nobody else gets them.`}</Fact>
        <Fact
          icon={Trash2}
        >{t`The pictures are deleted as soon as the moderator has decided, after ${hours} hours at the latest.`}</Fact>
        <Fact
          icon={Undo2}
        >{t`You can withdraw here at any time. Then the badge goes, with everything that came from the pictures.`}</Fact>
      </ul>
      <p className="text-sm text-ink-2">{t`Pictures that are compared with a face are biometric data, so we need your consent. Without it nothing is taken.`}</p>
      {hasExpired && !error && (
        <p role="alert" className="rounded-card bg-surface-2 p-4">{t`That took too long. Please start again.`}</p>
      )}
      {error && !needsPhoto && (
        <p role="alert" className="rounded-card bg-surface-2 p-4 text-bad">
          {error.message}
        </p>
      )}
      {needsPhoto && (
        <p
          role="alert"
          className="rounded-card bg-surface-2 p-4"
        >{t`You need a main photo first, which shows your face.`}</p>
      )}
      <div className="mt-auto flex flex-col gap-2">
        {needsPhoto ? (
          <Link
            to={clientRoutes.camera}
            state={{ isFromProfile: true }}
            className={buttonStyle({ size: 'lg', wide: true })}
          >{t`Take a selfie`}</Link>
        ) : (
          <Button size="lg" wide disabled={isPending} onClick={begin} className="whitespace-normal!">
            {isPending && <Spinner />}
            {t`I agree, open the camera`}
          </Button>
        )}
        <Link to={clientRoutes.profile} className={buttonStyle({ variant: 'ghost', wide: true })}>{t`Not now`}</Link>
      </div>
    </div>
  )
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <li className="flex gap-3">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-zing" strokeWidth={1.75} />
      <span>{children}</span>
    </li>
  )
}
