import { z } from 'zod/mini'
import { Dashboard, dashboardDay } from '../../community/dashboard.ts'
import { endpoint } from '../../endpoint.ts'

/**
 * Returns counts of the members who registered in a window of UTC days. By default it is the last WINDOW_DAYS, and at most
 * DASHBOARD_DAYS. The services count once an hour. 400 for a window that ends before it begins.
 */
export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard',
  role: 'admin',
  query: z
    .object({ from: z.optional(dashboardDay), to: z.optional(dashboardDay) })
    .check(z.refine(({ from, to }) => !from || !to || from <= to, 'The window ends before it begins')),
  response: Dashboard,
})
