import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { chatRoute, clientRoutes } from '@zing/proto/client-routes'
import type { ServerFrame } from '@zing/proto/frames/server'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { type NavigateFunction, useLocation, useNavigate } from 'react-router-dom'
import { pushHealth } from '../lib/device/push-health.ts'
import { BLOCKED_REDIRECT_MS, FIRST_CONNECTION_MS } from '../lib/limits.ts'
import { retryPhotos } from '../lib/photos/failed-photos.ts'
import { toastError } from '../lib/state/toast-store.ts'
import { flushOutbox, restoreOutbox } from '../queries/chat/outbox.ts'
import { attachSocket, detachSocket, handleSendResponse } from '../queries/chat/socket-sends.ts'
import { updatePolling } from '../queries/session/query-client.ts'
import { endSession } from '../queries/session/session.ts'
import { useUser } from '../queries/session/user-context.ts'
import { applyFrame, refetchMissed } from './apply-frame.ts'
import { forgetOnline } from './online-users.ts'
import { RealtimeContext } from './realtime-context.ts'
import { recordLoss, resume } from './resume.ts'
import { openSocket, type RealtimeSocket, type SocketStatus } from './socket.ts'

/** Owns the socket of the signed-in user and handles its frames. */
export function RealtimeProvider({ children }: { children: ReactNode }) {
  const { id: userId } = useUser()
  const client = useQueryClient()
  const navigate = useRef<NavigateFunction>(() => {})
  navigate.current = useNavigate() // another function at every path: the socket must outlive it
  const path = useRef('')
  path.current = useLocation().pathname
  const socket = useRef<RealtimeSocket | null>(null)
  const [status, setStatus] = useState<SocketStatus>('connecting')
  const [isFirstAttemptOver, setFirstAttemptOver] = useState(false)

  useEffect(() => {
    let redirect = 0

    function onFrame(frame: ServerFrame): void {
      applyFrame(client, frame, userId)
      handleSendResponse(client, frame)
      switch (frame.type) {
        case 'CONNECTED': // fetched after the subscription, so that nothing is missed
        case 'PUSH_RESTORED':
          pushHealth.set(true)
          if (frame.type === 'CONNECTED') resume(client, frame.versions)
          else refetchMissed(client)
          retryPhotos()
          return flushOutbox(client)
        case 'PUSH_DEGRADED':
          pushHealth.set(false)
          return refetchMissed(client)
        case 'NEW_MESSAGE': {
          const { senderId, seq } = frame.message
          socket.current?.send({ type: 'MESSAGE_RECEIVED', partnerId: senderId, seq })
          return
        }
        case 'BLOCK_CONFIRMED':
          return toastError(t`User blocked`) // destructive by docs/specification.md
        case 'USER_BLOCKED':
          toastError(t`You've been blocked`, t`This user has blocked you and removed the match.`)
          redirect = window.setTimeout(() => leaveChat(frame.blockedBy), BLOCKED_REDIRECT_MS)
      }
    }

    function leaveChat(partnerId: number): void {
      if (socket.current && path.current === chatRoute(partnerId)) void navigate.current(clientRoutes.messages)
    }

    function onStatus(next: SocketStatus): void {
      setStatus(next)
      if (next !== 'connecting') setFirstAttemptOver(true)
      if (next === 'connected') return attachSocket(client, (frame) => socket.current?.send(frame) ?? false)
      pushHealth.set(false)
      recordLoss(client)
      forgetOnline(client)
      detachSocket(client)
    }

    void restoreOutbox(client)
    socket.current = openSocket({ userId, onFrame, onStatus, onSignedOut: () => endSession(client) })
    return () => {
      clearTimeout(redirect)
      socket.current?.close()
      socket.current = null
    }
  }, [userId, client])

  useEffect(() => {
    const timer = setTimeout(() => setFirstAttemptOver(true), FIRST_CONNECTION_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => pushHealth.subscribe(() => updatePolling(client)), [client])

  const realtime = useMemo(
    () => ({
      status,
      isFirstAttemptOver,
      send: (frame: Parameters<RealtimeSocket['send']>[0]) => socket.current?.send(frame) ?? false,
    }),
    [status, isFirstAttemptOver],
  )
  return <RealtimeContext value={realtime}>{children}</RealtimeContext>
}
