import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { Evidence } from '@zing/proto/moderation/evidence'
import { useState } from 'react'
import { caseQuery } from '../../../queries/moderation/moderation.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

interface ComparePhotosProps {
  evidence: Evidence
  /** The case of the ban. Opening it is in the audit log, so only a tap does. */
  caseId: number
}

/** Shows the photos of an account beside the photos of the banned account that it resembles. */
export function ComparePhotos({ evidence, caseId }: ComparePhotosProps) {
  const [isWanted, setWanted] = useState(false)
  const banned = useQuery({ ...caseQuery(caseId), enabled: isWanted })
  if (!isWanted)
    return (
      <Button variant="outline" size="sm" className="self-start" onClick={() => setWanted(true)}>
        {t`Compare the photos`}
      </Button>
    )
  if (banned.isPending) return <Spinner className="size-6 text-zing" />
  if (banned.isLoadingError)
    return (
      <p role="alert" className="text-bad">
        {banned.error.message}
      </p>
    )
  return (
    <div className="grid max-w-md grid-cols-2 items-end gap-3">
      <Photos title={t`This account`} paths={photosOf([evidence])} />
      <Photos
        title={t`The banned account`}
        paths={photosOf(banned.data.reports.slice(-1).map((report) => report.evidence))}
      />
    </div>
  )
}

function Photos({ title, paths }: { title: string; paths: string[] }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <p className="text-sm font-semibold">{title}</p>
      {paths.length === 0 && <p className="text-sm text-ink-2">{t`No photo is kept.`}</p>}
      {paths.map((path, index) => (
        <img
          key={path}
          src={path}
          alt={t`${title}, ${index + 1}`}
          width={864}
          height={1080}
          decoding="async"
          className="aspect-4/5 h-auto w-full rounded-(--radius-input) bg-surface-2 object-cover"
        />
      ))}
    </section>
  )
}

function photosOf(evidences: Evidence[]): string[] {
  return evidences.flatMap(({ photo, photos }) => [...(photo ? [photo] : []), ...photos.map(({ path }) => path)])
}
