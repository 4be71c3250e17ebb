// @vitest-environment happy-dom
import { useState } from 'react'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { SavedText } from '@thirty/contracts/saved-texts/api.ts'
import type { PlaceholderValues } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { ines } from '../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { errorResponse, mockServer, networkError, type RouteHandler } from '../../../testing/mock-server.ts'
import { useSession } from '../session/session.ts'
import { Toasts } from '../ui/feedback/shell-messages.tsx'
import { SavedTextField, usedTextId, type InsertedText } from './saved-text-field.tsx'

const link: SavedText = {
  id: 'link',
  kind: 'rejection',
  title: 'Dead link',
  text: 'Hi {name}, the live link of {project} (day {day}) is dead.',
  uses: 7,
  version: '4',
}
const readme: SavedText = { ...link, id: 'readme', title: 'No readme', text: 'Add a readme.', uses: 1 }
const neat: SavedText = { ...link, id: 'neat', kind: 'feedback', title: 'Neat', text: 'Neat.' }
const at = '2025-11-20T11:00:00.000Z'
const listed = (...savedTexts: SavedText[]) => ({ success: true, savedTexts, position: '10', epoch: 'e1' })
const values: PlaceholderValues = { name: 'Maya Lindgren', project: 'Tally', day: '4' }

let inserted: InsertedText[]
const send = vi.fn<() => void>()

const ReasonForm = ({
  filled = values,
  initial = '',
}: {
  filled?: PlaceholderValues | null
  initial?: string
}) => {
  const [value, onValueChange] = useState(initial)
  const control = {
    id: 'reason',
    name: 'reason',
    value,
    error: undefined,
    onValueChange,
    onBlur: () => undefined,
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <SavedTextField
        kind="rejection"
        control={control}
        values={filled ?? undefined}
        onInserted={(text) => inserted.push(text)}
        label="Reason"
      />
      <button type="submit">Reject</button>
      <Toasts />
    </form>
  )
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' })
const titles = async () => {
  const list = within(await screen.findByRole('listbox', { name: 'Saved reasons' }))
  // The list may be there before what it lists is loaded.
  return (await list.findAllByRole('option')).map((option) => option.querySelector('strong')?.textContent)
}
const open = async () => {
  await userEvent.click(field())
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  return screen.findByRole('combobox', { name: 'Search saved reasons' })
}
const setUp = (routes: Record<string, RouteHandler> = {}) =>
  mockServer({ 'GET /api/admin/saved-texts': () => listed(readme, neat, link), ...routes })

beforeEach(async () => {
  inserted = []
  send.mockReset()
  useSession.setState({ session: { kind: 'admin', user: ines } })
})

test('opens with the keyboard, and Enter inserts the most used text with its placeholders filled in', async () => {
  setUp()
  render(<ReasonForm />)
  const search = await open()
  expect(await titles()).toEqual(['Dead link', 'No readme'])
  expect(document.activeElement).toBe(search)
  await userEvent.keyboard('{Enter}')
  const text = 'Hi Maya Lindgren, the live link of Tally (day 4) is dead.'
  expect(field().value).toBe(text)
  expect(document.activeElement).toBe(field())
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(inserted).toEqual([{ id: 'link', text }])
  expect(send).not.toHaveBeenCalled()
})

test('arrow keys choose another text, which begins on a new line', async () => {
  setUp()
  render(<ReasonForm initial="Thank you." />)
  await open()
  await titles()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(field().value).toBe('Thank you.\nAdd a readme.')
})

test('a search finds words of title and text', async () => {
  setUp()
  render(<ReasonForm />)
  await open()
  await userEvent.keyboard('READMÉ')
  expect(await titles()).toEqual(['No readme'])
  await userEvent.keyboard(' nowhere')
  expect(screen.getByText('No saved reason matches')).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  expect([field().value, send.mock.calls.length]).toEqual(['', 0])
})

test('Escape closes the list and returns to the text', async () => {
  setUp()
  render(<ReasonForm initial="Thank you." />)
  await open()
  await titles()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.activeElement).toBe(field())
  expect(field().value).toBe('Thank you.')
})

test('for several submissions the placeholders stay, and a note says that the server fills them in', async () => {
  setUp()
  render(<ReasonForm filled={null} />)
  await open()
  await titles()
  await userEvent.keyboard('{Enter}')
  expect(field().value).toBe(link.text)
  expect(screen.getByText('{name}, {project} and {day} are filled in for each submission.')).toBeTruthy()
})

test('texts that other admins add, use and delete change in the open list', async () => {
  setUp()
  render(<ReasonForm />)
  await open()
  await titles()
  const items = [
    { id: 'readme', savedText: { ...readme, uses: 9 } },
    { id: 'link', savedText: null },
    { id: 'new', savedText: { ...link, id: 'new', title: 'Too big', uses: 0 } },
  ]
  await act(() => emitFromServer('saved-texts.changed', { position: '11', epoch: 'e1', at, items }))
  expect(await titles()).toEqual(['No readme', 'Too big'])
  expect(screen.getByText('Used 9 times')).toBeTruthy()
})

test('says that nothing is saved yet', async () => {
  setUp({ 'GET /api/admin/saved-texts': () => listed(neat) })
  render(<ReasonForm />)
  await open()
  expect(await screen.findByText(/^No saved reasons yet/)).toBeTruthy()
})

test('says that loading failed, and loads again', async () => {
  let isDown = true
  setUp({
    'GET /api/admin/saved-texts': (request) =>
      isDown ? networkError(request, '') : listed(readme, neat, link),
  })
  await act(async () => useSession.setState({ session: { kind: 'admin', user: { ...ines, _id: 'other' } } }))
  render(<ReasonForm />)
  await open()
  expect(await screen.findByRole('heading', { name: 'Failed to load the saved reasons' })).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await titles()).toEqual(['Dead link', 'No readme'])
})

test('a saved text that was typed and not saved stands in its dialog again, until it is canceled', async () => {
  setUp()
  render(<ReasonForm initial="It does not start." />)
  const openDialog = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Save this reason' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New saved reason' }))
    return dialog.getByRole<HTMLInputElement>('textbox', { name: 'Title' })
  }
  await userEvent.type(await openDialog(), 'Does not start')
  await userEvent.keyboard('{Escape}')
  expect((await openDialog()).value).toBe('Does not start')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect((await openDialog()).value).toBe('')
})

test('saves what is typed with placeholders in place of the names, without sending the form around it', async () => {
  const requests = setUp({
    'POST /api/admin/saved-texts': ({ body }) => ({
      success: true,
      position: '12',
      savedText: { ...(body as object), id: 'new', version: '12' },
    }),
  })
  render(<ReasonForm initial="Maya Lindgren, Tally does not start." />)
  await userEvent.click(screen.getByRole('button', { name: 'Save this reason' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New saved reason' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Title' }), 'Does not start{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    kind: 'rejection',
    title: 'Does not start',
    text: '{name}, {project} does not start.',
  })
  expect(screen.getByText('“Does not start” saved for all admins')).toBeTruthy()
  expect(inserted).toEqual([{ id: 'new', text: 'Maya Lindgren, Tally does not start.' }])
  expect(send).not.toHaveBeenCalled()
})

test('a taken title is shown at its field, and nothing is lost', async () => {
  const message = 'Another saved text has this title'
  setUp({
    'POST /api/admin/saved-texts': () => errorResponse(409, 'name-taken', message, { title: message }),
  })
  render(<ReasonForm initial="It is dead." />)
  await userEvent.click(screen.getByRole('button', { name: 'Save this reason' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New saved reason' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Title' }), 'Dead link{Enter}')
  expect(await dialog.findByText(message)).toBeTruthy()
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' }).value).toBe('It is dead.')
})

test('an empty reason cannot be saved', () => {
  setUp()
  render(<ReasonForm initial=" " />)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save this reason' }).disabled).toBe(true)
})

test('a text counts as used while the reason contains it as it was inserted', () => {
  const text = { id: 'link', text: 'It is dead.' }
  expect(usedTextId(text, 'Hi. It is dead. Bye.')).toBe('link')
  expect(usedTextId(text, 'It was dead.')).toBeUndefined()
  expect(usedTextId(undefined, 'It is dead.')).toBeUndefined()
})

test('a viewer saves no text', () => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role: 'viewer' } } })
  setUp()
  render(<ReasonForm initial="It is dead." />)
  expect(screen.getByRole('button', { name: /^Saved reasons/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save this reason' })).toBeNull()
})
