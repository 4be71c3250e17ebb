// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { maya } from '../../../../testing/participant-fixtures.ts'
import { useSession, claimUserStorage, clearUserStorage } from '../../session/session.ts'
import { loadUnsent, storeUnsent } from '../../session/unsent-values.ts'
import { TextArea } from './field.tsx'
import { useForm } from './use-form.tsx'

const ReplyForm = ({ unsent = 'reply-1', text = '', onDone = () => undefined }) => {
  const form = useForm({
    schema: async () => z.object({ text: z.string(), stars: z.number() }),
    defaultValues: { text, stars: 0 },
    failureText: 'It failed',
    unsent,
    send: async () => true,
    onDone,
  })
  const stars = form.control('stars')
  return (
    <form {...form.props}>
      <TextArea {...form.text('text')} label="Text" />
      <button type="button" onClick={() => stars.onValueChange(4)}>
        {`${stars.value} stars`}
      </button>
      <button type="button" onClick={form.discard}>
        Cancel
      </button>
      <button type="submit">Send</button>
    </form>
  )
}
const text = () => screen.getByLabelText<HTMLTextAreaElement>('Text').value
const type = (value: string) => userEvent.type(screen.getByLabelText('Text'), value)
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const signIn = (_id: string) => {
  useSession.setState({ session: { kind: 'user', user: { ...maya, _id } } })
  claimUserStorage(_id)
}
/** The page as after a reload, or after the login that follows the end of a session. */
const openAgain = (props: Parameters<typeof ReplyForm>[0] = {}) => {
  cleanup()
  render(<ReplyForm {...props} />)
}

beforeEach(() => {
  signIn('maya')
  render(<ReplyForm />)
})

test('typed text and choices are in their form again after a reload', async () => {
  await type('With the keyboard')
  await press('0 stars')
  openAgain()
  expect(text()).toBe('With the keyboard')
  expect(screen.getByText('4 stars')).toBeDefined()
  openAgain({ unsent: 'reply-2' })
  expect(text()).toBe('')
})

test('it survives the end of the session, and stands there once the same person has logged in again', async () => {
  await type('With the keyboard')
  act(() => useSession.setState({ session: { kind: 'visitor', lastSession: 'ended' } }))
  openAgain()
  expect(text()).toBe('')
  act(() => signIn('maya'))
  expect(text()).toBe('With the keyboard')
})

test('another person on the same browser never sees it, nor does anybody after a log-out', async () => {
  await type('With the keyboard')
  signIn('kenji')
  openAgain()
  expect(text()).toBe('')
  await type('From Kenji')
  clearUserStorage()
  openAgain()
  expect(text()).toBe('')
})

test('it is gone once it is sent, canceled or taken back', async () => {
  await type('With the keyboard')
  await press('Send')
  openAgain()
  expect(text()).toBe('')
  await type('With the mouse')
  await press('Cancel')
  openAgain()
  expect(text()).toBe('')
  await type('x{Backspace}')
  expect(loadUnsent('reply-1')).toBeUndefined()
})

test('a text that is edited begins with what was typed, and the saved one comes back when that is canceled', async () => {
  openAgain({ text: 'Saved' })
  await type(' and more')
  openAgain({ text: 'Saved' })
  expect(text()).toBe('Saved and more')
  await press('Cancel')
  openAgain({ text: 'Saved' })
  expect(text()).toBe('Saved')
})

test('values of an earlier release with other fields do no harm', () => {
  storeUnsent('reply-1', { text: 7, stars: 3, title: 'Gone' })
  openAgain()
  expect(text()).toBe('')
  expect(screen.getByText('3 stars')).toBeDefined()
})

test('values older than thirty days, and all but the newest fifty, are removed', () => {
  vi.useFakeTimers({ now: 0 })
  storeUnsent('old', { text: 'x' })
  vi.setSystemTime(31 * 86_400_000)
  expect(loadUnsent('old')).toBeUndefined()
  for (let index = 0; index < 51; index += 1) {
    vi.setSystemTime(31 * 86_400_000 + index)
    storeUnsent(`form-${index}`, { text: 'x' })
  }
  expect(loadUnsent('form-0')).toBeUndefined()
  expect(loadUnsent('form-1')).toBeDefined()
  expect(Object.keys(localStorage).filter((key) => key.includes('unsent'))).toHaveLength(50)
})

test('a visitor leaves nothing behind', () => {
  useSession.setState({ session: { kind: 'visitor', lastSession: 'never' } })
  storeUnsent('reply-1', { text: 'x' })
  expect(Object.keys(localStorage).filter((key) => key.includes('unsent'))).toEqual([])
})

test('only changed values are kept, so that changes made elsewhere meanwhile are not undone', async () => {
  await type('Mine')
  expect(loadUnsent('reply-1')).toEqual({ text: 'Mine' })
})
