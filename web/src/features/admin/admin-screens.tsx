import type { Role } from '@zing/proto/accounts/roles'
import { clientRoutes } from '@zing/proto/client-routes'
import type { ComponentType, ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'
import { AdminFrame, type ConfirmDialogComponent } from './admin-frame.tsx'
import type { Confirm } from './confirm-context.ts'
import { DashboardScreen } from './dashboard-screen.tsx'
import { DoorScreen } from './door-screen.tsx'
import { HistoryScreen } from './history-screen.tsx'
import { RolesScreen } from './roles-screen.tsx'
import { SettingsScreen } from './settings-screen.tsx'

interface AdminScreensProps {
  /** Parts of other features. */
  ConfirmDialog: ConfirmDialogComponent
  InvitationsScreen: ComponentType
  Roles: ComponentType<{ confirm: Confirm }>
  ForRole: ComponentType<{ needed: Role }>
  notFound: ReactNode
}

/** All screens below `/admin`, in one part that members never load. */
export function AdminScreens({ ConfirmDialog, InvitationsScreen, Roles, ForRole, notFound }: AdminScreensProps) {
  return (
    <Routes>
      <Route element={<AdminFrame ConfirmDialog={ConfirmDialog} />}>
        <Route path={below(clientRoutes.adminInvitations)} element={<InvitationsScreen />} />
        <Route element={<ForRole needed="admin" />}>
          <Route index element={<DashboardScreen />} />
          <Route path={below(clientRoutes.adminSettings)} element={<SettingsScreen />} />
          <Route path={below(clientRoutes.adminDoor)} element={<DoorScreen />} />
          <Route path={below(clientRoutes.adminRoles)} element={<RolesScreen Roles={Roles} />} />
          <Route path={below(clientRoutes.adminHistory)} element={<HistoryScreen />} />
        </Route>
      </Route>
      <Route path="*" element={notFound} />
    </Routes>
  )
}

function below(path: string): string {
  return path.slice(clientRoutes.admin.length + 1)
}
