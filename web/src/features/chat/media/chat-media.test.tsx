import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { deleteMessage, listMessages, sendMessage } from '@zing/proto/http/chat'
import { getConversationSettings, putConversationSettings, uploadMedia } from '@zing/proto/http/media'
import { getProfile, listMatches } from '@zing/proto/http/social'
import type { Message } from '@zing/proto/messages'
import { beforeEach, expect, test, vi } from 'vitest'
import { shownToast } from '../../../lib/state/toast-store.ts'
import { outbox } from '../../../queries/chat/outbox-messages.ts'
import { saveMessage } from '../../../queries/chat/outbox-storage.ts'
import { session } from '../../../queries/session/session.ts'
import { stubMicrophone } from '../../../test/microphone.ts'
import { ada, profile, renderAt, setupApi } from '../../../test/render-at.tsx'
import { stubUploads } from '../../../test/uploads.ts'

const BEN = 2
const settings = { photos: 'afterBoth', voice: 'afterBoth', maySend: { photos: true, voice: true } } as const
const photo = { kind: 'photo', content: 'Photo', mediaId: 9, width: 160, height: 90, placeholder: 'AAAAAAA=' } as const
const voice = { kind: 'voice', content: 'Voice message', mediaId: 8, durationMs: 4_000, peaks: [0, 1] } as const
const deleted = { kind: 'deleted', content: 'Message deleted' } as const

beforeEach(() => {
  URL.createObjectURL = () => 'blob:of-this-page'
  URL.revokeObjectURL = () => {}
})

type Kind = typeof photo | typeof voice | typeof deleted | { kind: 'text'; content: string }

function message(seq: number, senderId: number, kind: Kind, more: Partial<Message> = {}): Message {
  const receiverId = senderId === ada.id ? BEN : ada.id
  const place = { id: 100 + seq, seq, senderId, receiverId, createdAt: new Date().toISOString() }
  return { ...place, read: false, status: 'sent', ...kind, ...more } as Message // each kind with its own fields
}

async function open(messages: Message[]) {
  const api = setupApi()
  const ben = profile(BEN, 'Ben', { isMatch: true })
  api.respond(getProfile, ben)
  api.respond(listMatches, [ben])
  api.respond(listMessages, messages)
  const view = renderAt(`/chat/${BEN}`)
  await screen.findByRole('heading', { name: 'Ben' })
  view.socket.connect()
  return { api, ...view }
}

const hello = [message(1, ada.id, { kind: 'text', content: 'hello' }), message(2, BEN, { kind: 'text', content: 'hi' })]
const bubbles = () => within(screen.getByRole('log')).getAllByRole('listitem')
const images = () => [...screen.getByRole('log').querySelectorAll('img')].map((image) => image.getAttribute('src'))

test('a veiled photo requests nothing before the tap, which shows all photos of the sender', async () => {
  const { user } = await open([
    message(1, BEN, photo, { veiled: true } as Partial<Message>),
    message(2, BEN, photo, { mediaId: 10, veiled: true } as Partial<Message>),
  ])
  const [first] = await screen.findAllByRole('button', { name: 'Tap to see the photo' })
  expect(images()).toEqual([])
  if (first) await user.click(first)
  expect(images()).toEqual(['/api/media/9?size=thumb'])
  const [image] = screen.getByRole('log').querySelectorAll('img')
  if (image) fireEvent.load(image)
  await waitFor(() => expect(images()).toEqual(['/api/media/9?size=thumb', '/api/media/10?size=thumb']))
})

test('a photo that may show nudity is fetched at the tap, and covered again in the next view', async () => {
  const nude = { mayBeNude: true } as Partial<Message>
  const { user } = await open([message(1, BEN, photo, nude), message(2, BEN, photo, { mediaId: 10, ...nude })])
  const [first] = await screen.findAllByRole('group', { name: 'Photo from Ben' })
  const covered = within(first as HTMLElement)
  expect(covered.getByText('May show nudity')).toBeInTheDocument()
  expect(images()).toEqual([])
  await user.click(covered.getByRole('button', { name: 'Show' }))
  expect(images()).toEqual(['/api/media/9?size=thumb'])
  expect(screen.getByRole('button', { name: 'Photo from Ben' })).toHaveFocus()
  await user.click(screen.getByRole('link', { name: 'Back to messages' }))
  await user.click(await screen.findByRole('link', { name: /^Ben/ }))
  expect(await screen.findAllByRole('group', { name: 'Photo from Ben' })).toHaveLength(2)
  expect(images()).toEqual([])
})

test('a photo that may show nudity is reported, and its sender blocked, without a look at it', async () => {
  const { user } = await open([message(1, BEN, photo, { mayBeNude: true } as Partial<Message>)])
  const covered = within(await screen.findByRole('group', { name: 'Photo from Ben' }))
  expect(covered.getByRole('button', { name: 'Block Ben' })).toBeInTheDocument()
  await user.click(covered.getByRole('button', { name: 'Report' }))
  expect(await screen.findByRole('dialog', { name: 'Report Ben' })).toBeInTheDocument()
  expect(document.querySelector('img[src*="/api/media"]')).toBeNull()
})

test('before a photo that may show nudity is sent, its sender is asked, also after a reload', async () => {
  const media = { kind: 'photo', bytes: new ArrayBuffer(4), type: 'image/jpeg', width: 40, height: 30 } as const
  const waiting = { id: 'a', partnerId: BEN, content: 'me', createdAt: new Date().toISOString(), failure: null }
  await saveMessage(ada.id, { ...waiting, media: { ...media, mediaId: 9, waitsForAnswer: true } })
  const { api, user } = await open(hello)
  api.hang(sendMessage)
  expect(await screen.findByText('This photo may show nudity. Send it anyway?')).toBeInTheDocument()
  expect(api.calls(sendMessage)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Send it anyway' }))
  await waitFor(() => expect(api.calls(sendMessage)).toMatchObject([{ mediaId: 9, content: 'me' }]))
  expect(screen.queryByText(/Send it anyway/)).not.toBeInTheDocument()
})

test('a photo opens in a dialog, from where its receiver reports it', async () => {
  const { user } = await open([message(1, BEN, photo, { caption: 'Guess where' } as Partial<Message>)])
  await user.click(await screen.findByRole('button', { name: 'Photo from Ben' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Photo from Ben' }))
  expect(dialog.getByRole('img', { name: 'Guess where' })).toHaveAttribute('src', '/api/media/9')
  expect(await dialog.findByRole('button', { name: 'Block Ben' })).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Report' }))
  const report = within(await screen.findByRole('dialog', { name: 'Report Ben' }))
  expect(await report.findByRole('checkbox', { name: /^Photo: Guess where/ })).toBeInTheDocument()
  expect(screen.queryByRole('dialog', { name: 'Photo from Ben' })).not.toBeInTheDocument()
})

test('a photo that fails to load can be tapped to try again', async () => {
  const { user } = await open([message(1, BEN, photo)])
  await screen.findByRole('button', { name: 'Photo from Ben' })
  const [image] = screen.getByRole('log').querySelectorAll('img')
  if (image) fireEvent.error(image)
  await user.click(await screen.findByText("Couldn't load it. Tap to try again."))
  await waitFor(() => expect(images()).toEqual(['/api/media/9?size=thumb']))
})

test('quotes say what a message is, and a deleted one has no menu', async () => {
  const quote = { id: 101, seq: 1, senderId: BEN, content: '' }
  await open([
    message(1, BEN, voice),
    message(2, ada.id, { kind: 'text', content: 'nice' }, { replyTo: { ...quote, kind: 'voice' } }),
    message(3, ada.id, { kind: 'text', content: 'and this' }, { replyTo: quote }),
    message(4, BEN, deleted),
  ])
  await screen.findByRole('button', { name: 'Play' })
  const [, nice, gone, last] = bubbles()
  expect(nice).toHaveTextContent('In reply to BenVoice message')
  expect(gone).toHaveTextContent('In reply to BenMessage deleted')
  expect(last).toHaveTextContent('Message deleted')
  expect(within(last as HTMLElement).queryByRole('button')).not.toBeInTheDocument()
})

test('an own unread message is deleted for both, and quotes of it are empty', async () => {
  const { api, user } = await open([
    message(1, ada.id, { kind: 'text', content: 'oops' }),
    message(2, BEN, { kind: 'text', content: 'what?' }, { replyTo: { id: 101, seq: 1, senderId: 1, content: 'oops' } }),
  ])
  api.respond(deleteMessage, undefined)
  await user.click(within(bubbles()[0] as HTMLElement).getByRole('button', { name: 'React or reply' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(bubbles()[0]).toHaveTextContent('Message deleted'))
  expect(screen.getByRole('log')).not.toHaveTextContent('oops')
})

test('a message that was read, or is ten minutes old, offers no deletion', async () => {
  const { user } = await open([
    message(1, ada.id, { kind: 'text', content: 'old' }, { createdAt: new Date(Date.now() - 600_000).toISOString() }),
    message(2, ada.id, { kind: 'text', content: 'read' }, { read: true, status: 'read' }),
  ])
  for (const bubble of bubbles()) {
    await user.click(within(bubble).getByRole('button', { name: 'React or reply' }))
    expect(await screen.findByRole('menuitem', { name: 'Copy' })).toBeInTheDocument()
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument()
    await user.keyboard('{Escape}')
  }
})

test('the frame of a deletion replaces the message, and a late response does not bring it back', async () => {
  const { socket } = await open(hello)
  expect(await screen.findByText('hi')).toBeInTheDocument()
  socket.push({ type: 'MESSAGE_DELETED', partnerId: BEN, messageId: 102, seq: 2 })
  await waitFor(() => expect(bubbles()[1]).toHaveTextContent('Message deleted'))
  await session.get().refetchQueries({ queryKey: ['messages', 'with', BEN] })
  expect(bubbles()[1]).toHaveTextContent('Message deleted')
})

test('a voice message is recorded by keyboard, heard, and sent', async () => {
  const { stop } = stubMicrophone()
  stubUploads()
  const { api, user } = await open(hello)
  api.respond(uploadMedia, { kind: 'voice', id: 8, durationMs: 4_000, peaks: [] })
  api.hang(sendMessage)
  const button = await screen.findByRole('button', { name: 'Record a voice message' })
  button.focus()
  await user.keyboard('{Enter}')
  const group = within(await screen.findByRole('group', { name: 'Voice message' }))
  await user.click(await group.findByRole('button', { name: 'Pause the recording' }))
  expect(group.getByRole('button', { name: 'Play' })).toBeInTheDocument()
  expect(group.getByRole('button', { name: 'Continue recording' })).toBeInTheDocument()
  await user.click(group.getByRole('button', { name: 'Send the voice message' }))
  await waitFor(() => expect(api.calls(sendMessage)).toMatchObject([{ receiverId: BEN, mediaId: 8, content: '' }]))
  expect(stop).toHaveBeenCalled()
  expect(await screen.findByRole('button', { name: 'Record a voice message' })).toBeInTheDocument()
})

test('a recording is discarded by its button, and by Back; nothing is sent', async () => {
  const { stop } = stubMicrophone()
  const { user } = await open(hello)
  const record = () => user.click(screen.getByRole('button', { name: 'Record a voice message' }))
  await screen.findByRole('button', { name: 'Record a voice message' })
  await record()
  await user.click(await screen.findByRole('button', { name: 'Discard the recording' }))
  expect(stop).toHaveBeenCalled()
  stop.mockClear()
  await record()
  await screen.findByRole('button', { name: 'Pause the recording' })
  window.history.back()
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Voice message' })).not.toBeInTheDocument())
  expect(stop).toHaveBeenCalled()
  expect(outbox(session.get()).get()).toEqual([])
})

test('a microphone that is refused says so with the way out', async () => {
  stubMicrophone({ error: new DOMException('', 'NotAllowedError') })
  const { user } = await open(hello)
  await user.click(await screen.findByRole('button', { name: 'Record a voice message' }))
  expect(await screen.findByRole('alert')).toHaveTextContent("browser's settings")
  await user.click(screen.getByRole('button', { name: 'OK' }))
  expect(await screen.findByPlaceholderText('Type a message')).toBeVisible()
})

test('where the partner takes none, the buttons say why', async () => {
  const { api, user } = await open([message(1, ada.id, { kind: 'text', content: 'hello' })])
  api.respond(getConversationSettings, { ...settings, maySend: { photos: false, voice: false } })
  await session.get().refetchQueries({ queryKey: ['conversation-settings'] })
  await user.click(await screen.findByRole('button', { name: 'Add a photo' }))
  expect(shownToast.get()?.title).toBe('You can send photos once you have both written.')
  await user.click(screen.getByRole('button', { name: 'Record a voice message' }))
  expect(shownToast.get()?.title).toBe('You can send voice messages once you have both written.')
})

test('the user chooses what to take from a partner', async () => {
  const { api, user } = await open(hello)
  api.respond(putConversationSettings, { ...settings, photos: 'no' })
  await user.click(screen.getByRole('button', { name: 'More options' }))
  await user.click(screen.getByRole('menuitem', { name: 'Photos and voice messages' }))
  const photos = within(await screen.findByRole('radiogroup', { name: 'Photos' }))
  expect(photos.getByRole('radio', { name: 'Once we have both written' })).toBeChecked()
  await user.click(photos.getByRole('radio', { name: 'Never' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(api.calls(putConversationSettings)).toEqual([{ photos: 'no', voice: 'afterBoth' }])
})

test('a chosen photo is shown with its caption before it is sent; screenshots are mentioned once', async () => {
  stubUploads()
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4000, height: 2000, close: () => {} }))
  const context = { drawImage: () => {}, putImageData: () => {} } as unknown as RenderingContext // the parts in use
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((callback) =>
    callback(new Blob(['small'], { type: 'image/jpeg' })),
  )
  const { api, user } = await open(hello)
  api.respond(uploadMedia, { kind: 'photo', id: 9, width: 1600, height: 800, placeholder: '' })
  api.hang(sendMessage)
  await user.click(await screen.findByRole('button', { name: 'Add a photo' }))
  expect(await screen.findByText(/can save it or take a screenshot/)).toBeInTheDocument()
  await user.upload(screen.getByLabelText('Photo file'), new File(['large'], 'me.jpg', { type: 'image/jpeg' }))
  await user.type(await screen.findByRole('textbox', { name: 'Caption' }), 'Look <3')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(api.calls(sendMessage)).toMatchObject([{ mediaId: 9, content: 'Look ❤️' }]))
  expect(outbox(session.get()).get()).toMatchObject([{ media: { kind: 'photo', width: 1600, height: 800 } }])

  await user.click(screen.getByRole('button', { name: 'Add a photo' }))
  await screen.findByRole('dialog', { name: 'Send a photo' })
  expect(screen.queryByText(/take a screenshot/)).not.toBeInTheDocument()
})
