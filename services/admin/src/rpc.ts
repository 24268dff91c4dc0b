import { type RpcHandler, rpcHandler } from '@zing/kit/nats/rpc-server'
import * as contract from '@zing/proto/nats/rpc/admin'
import { getModerationPage } from './cases/moderation-page.ts'
import { reportBanMatch } from './cases/reports/report-ban-match.ts'
import { reportPhoto } from './cases/reports/report-photo.ts'
import type { Ctx } from './context.ts'
import { exportAppeals, exportDecisions } from './export/export-cases.ts'
import { exportReports } from './export/export-reports.ts'
import { applySetup } from './settings/apply-setup.ts'

export function rpcHandlers(ctx: Ctx): RpcHandler[] {
  return [
    rpcHandler(contract.getExportedReports, ({ userId, after }) => exportReports(ctx, userId, after)),
    rpcHandler(contract.getExportedDecisions, ({ userId, after }) => exportDecisions(ctx, userId, after)),
    rpcHandler(contract.getExportedAppeals, ({ userId, after }) => exportAppeals(ctx, userId, after)),
    rpcHandler(contract.getModerationPage, ({ after }) => getModerationPage(ctx, after)),
    rpcHandler(contract.applySetup, (wishes) => applySetup(ctx, wishes)),
    rpcHandler(contract.reportBanMatch, async (match) => ({ isStored: await reportBanMatch(ctx, match) })),
    rpcHandler(contract.reportPhoto, async (photo) => ({ isStored: await reportPhoto(ctx, photo) })),
  ]
}
