import type { Role } from '@zing/proto/accounts/roles'
import { clientRoutes } from '@zing/proto/client-routes'
import type { ComponentType, ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'
import { ApplicationsScreen } from './applications-screen.tsx'
import { CaseScreen } from './case/case-screen.tsx'
import { InvitedScreen } from './invited-screen.tsx'
import { QueueScreen } from './queue-screen.tsx'
import { VerificationsScreen } from './verifications-screen.tsx'

interface ModerationScreensProps {
  /** Has names of settings from another feature. */
  AuditScreen: ComponentType
  ForRole: ComponentType<{ needed: Role }>
  notFound: ReactNode
}

/** All screens below `/moderation`, in one part that members never load. */
export function ModerationScreens({ AuditScreen, ForRole, notFound }: ModerationScreensProps) {
  return (
    <Routes>
      <Route index element={<QueueScreen />} />
      <Route path={below(clientRoutes.moderationCase)} element={<CaseScreen />} />
      <Route path={below(clientRoutes.applications)} element={<ApplicationsScreen />} />
      <Route path={below(clientRoutes.verifications)} element={<VerificationsScreen />} />
      <Route path={below(clientRoutes.invited)} element={<InvitedScreen />} />
      <Route element={<ForRole needed="admin" />}>
        <Route path={below(clientRoutes.audit)} element={<AuditScreen />} />
      </Route>
      <Route path="*" element={notFound} />
    </Routes>
  )
}

function below(path: string): string {
  return path.slice(clientRoutes.moderation.length + 1).replace('{id}', ':id')
}
