import { DECISION_REPORTS_MAX } from '@zing/proto/limits'
import type { CaseReport } from '@zing/proto/moderation/cases'
import { useState } from 'react'

export interface SeenReports {
  /** The reports that a decision names. */
  ids: number[]
  /** Reports that have arrived since, which the moderator has to read first. */
  unseenIds: number[]
  /** True for a report that was not there when the case was opened. */
  isNew(id: number): boolean
  /** Leads to the first unseen report; from now on all of them count as seen. */
  readUnseen(): void
}

/** The reports that the moderator has looked at: a decision must not close a case with others. */
export function useSeenReports(reports: CaseReport[]): SeenReports {
  const shownIds = reports.map(({ id }) => id)
  const [firstIds] = useState(shownIds)
  const [seenIds, setSeenIds] = useState(shownIds)
  const unseenIds = shownIds.filter((id) => !seenIds.includes(id))

  function readUnseen(): void {
    const [id] = unseenIds
    if (id !== undefined) document.getElementById(reportElementId(id))?.focus()
    setSeenIds(shownIds)
  }

  return {
    ids: seenIds.slice(-DECISION_REPORTS_MAX),
    unseenIds,
    isNew: (id) => !firstIds.includes(id),
    readUnseen,
  }
}

export function reportElementId(id: number): string {
  return `report-${id}`
}
