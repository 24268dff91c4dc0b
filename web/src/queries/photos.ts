import { t } from '@lingui/core/macro'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { addPhoto, deletePhoto, orderPhotos } from '@zing/proto/http/photos'
import type { OwnPhoto } from '@zing/proto/profiles/story'
import { FAIL_OFFLINE } from '../lib/device/online.ts'
import { call } from '../lib/http/call.ts'
import { toBlob } from '../lib/photos/to-blob.ts'
import { toastError } from '../lib/state/toast-store.ts'
import { retryUnavailable } from './session/query-client.ts'
import { setCachedUser } from './session/set-cached-user.ts'
import { userKey } from './session/user-key.ts'

/** Adds a photo, as a data URL, behind the others. */
export function useAddPhoto() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (photo: string) => call(client, addPhoto, { body: toBlob(photo) }),
    onSuccess: (photo) => setPhotos(client, (photos) => [...photos.filter(({ id }) => id !== photo.id), photo]),
    onError: (error) => toastError(t`Couldn't add the photo`, error.message),
  })
}

const ORDER = 'order of photos'

/** Shows the new order at once; after a failure the order of the server. */
export function useOrderPhotos() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    retry: retryUnavailable, // idempotent
    mutationFn: (photos: OwnPhoto[]) => call(client, orderPhotos, { body: { order: photos.map(({ id }) => id) } }),
    mutationKey: [ORDER],
    scope: { id: ORDER }, // one after the other
    onMutate: (photos) => setPhotos(client, () => photos),
    onSuccess: (photos) => {
      const isLast = client.isMutating({ mutationKey: [ORDER] }) === 1
      if (isLast) setPhotos(client, () => photos)
    },
    onError: (error) => {
      toastError(t`Couldn't save the order`, error.message)
      return client.invalidateQueries({ queryKey: userKey })
    },
  })
}

export function useDeletePhoto() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (id: string) => call(client, deletePhoto, { params: { id } }),
    onSuccess: (_, removed) => setPhotos(client, (photos) => photos.filter(({ id }) => id !== removed)),
    onError: (error) => toastError(t`Couldn't delete the photo`, error.message),
  })
}

function setPhotos(client: QueryClient, change: (photos: OwnPhoto[]) => OwnPhoto[]): void {
  setCachedUser(client, (user) => {
    if (!user) return user
    const photos = change(user.photos)
    return { ...user, photos, selfie: photos[0]?.path ?? null }
  })
}
