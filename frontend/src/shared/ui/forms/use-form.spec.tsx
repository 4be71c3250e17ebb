// @vitest-environment happy-dom
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { RequestFailed } from '../../http/request-failed.ts'
import { Field } from './field.tsx'
import { CancelButton, FormMessages, SubmitButton, useForm } from './use-form.tsx'

const required = (label: string) => z.string().trim().min(1, `${label} is required`)
const schema = z.object({
  name: required('Name'),
  email: required('Email'),
  city: required('City'),
  country: required('Country'),
})
const names = ['name', 'email', 'city', 'country'] as const
const defaultValues = { name: '', email: '', city: '', country: '' }

type ExampleProps = {
  send: (request: typeof defaultValues) => Promise<unknown>
  load?: () => Promise<typeof schema>
  onClose?: () => void
}

const Example = ({ send, load, onClose = () => {} }: ExampleProps) => {
  const form = useForm({
    schema: load ?? (async () => schema),
    defaultValues,
    failureText: 'It failed',
    fieldNames: { town: 'city' },
    send,
    onDone: () => {},
  })
  return (
    <form {...form.props}>
      <FormMessages form={form} />
      {names.map((name) => (
        <Field key={name} {...form.text(name)} label={name} />
      ))}
      <CancelButton form={form} onClose={onClose} />
      <SubmitButton form={form} busyText="Sending">
        Send
      </SubmitButton>
    </form>
  )
}
const failure = (errors?: Record<string, string>) =>
  new RequestFailed(409, { code: 'name-taken', message: 'Refused', ...(errors && { errors }) }, true)
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const fill = async (values: Partial<typeof defaultValues>) => {
  for (const [name, value] of Object.entries(values)) await userEvent.type(field(name), value)
}
const filled = { name: 'Maya', email: 'maya@example.org', city: 'Lund', country: 'Sweden' }
const send = () => userEvent.click(screen.getByRole('button', { name: /^Send/ }))

test('validates a field when it loses the focus, and on every change from then on', async () => {
  render(<Example send={vi.fn<() => Promise<unknown>>()} />)
  await userEvent.click(field('name'))
  expect(screen.queryByText('Name is required')).toBeNull()
  await userEvent.tab()
  expect(screen.getByText('Name is required')).toBeDefined()
  await userEvent.type(field('name'), 'M')
  expect(screen.queryByText('Name is required')).toBeNull()
})

test('a press that takes the focus of a field becomes a click before the error of the field moves anything', async () => {
  render(<Example send={vi.fn<() => Promise<unknown>>()} />)
  const user = userEvent.setup()
  const send = screen.getByRole('button', { name: 'Send' })
  await user.click(field('name'))
  await user.pointer({ keys: '[MouseLeft>]', target: send })
  expect(document.activeElement).toBe(send)
  await act(async () => {})
  expect(screen.queryByText('Name is required')).toBeNull()
  await user.pointer({ keys: '[/MouseLeft]', target: document.body })
  expect(await screen.findByText('Name is required', {}, { timeout: 1_000 })).toBeDefined()
})

test('the error of a field does not wait for a release that the page was never told of', async () => {
  render(<Example send={vi.fn<() => Promise<unknown>>()} />)
  await userEvent.click(field('name'))
  await userEvent.pointer({ keys: '[MouseLeft>]', target: document.body })
  expect(await screen.findByText('Name is required')).toBeDefined()
})

test('a form cannot be canceled while its request is under way', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const onClose = vi.fn<() => void>()
  render(<Example send={() => promise} onClose={onClose} />)
  await fill(filled)
  await send()
  const cancel = screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' })
  await waitFor(() => expect(cancel.disabled).toBe(true))
  resolve({})
  await waitFor(() => expect(cancel.disabled).toBe(false))
  await userEvent.click(cancel)
  expect(onClose).toHaveBeenCalledOnce()
})

test('loads its schema when it is touched', async () => {
  const load = vi.fn<() => Promise<typeof schema>>(async () => schema)
  render(<Example send={vi.fn<() => Promise<unknown>>()} load={load} />)
  expect(load).not.toHaveBeenCalled()
  await userEvent.click(field('name'))
  expect(load).toHaveBeenCalled()
})

test('a form that nobody touches loads its schema after a while, and stays quiet if that fails', async () => {
  vi.useFakeTimers()
  const load = vi.fn<() => Promise<typeof schema>>().mockRejectedValue(new TypeError('Failed to fetch'))
  render(<Example send={vi.fn<() => Promise<unknown>>()} load={load} />)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a form loads no schema without a connection: browsers would keep the failure', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi.fn<() => Promise<typeof schema>>(async () => schema)
  render(<Example send={vi.fn<() => Promise<unknown>>()} load={load} />)
  await fill({ name: 'M' })
  await userEvent.tab()
  expect(load).not.toHaveBeenCalled()
  expect(screen.queryByRole('alert')).toBeNull()
  // The attempt is still made: a browser may not know of its connection.
  await send()
  expect(load).toHaveBeenCalled()
  expect(screen.getAllByText('Email is required').length).toBeGreaterThan(0)
})

test('a form whose schema is loaded validates its fields without a connection', async () => {
  render(<Example send={vi.fn<() => Promise<unknown>>()} />)
  await userEvent.click(field('name'))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await userEvent.tab()
  expect(screen.getByText('Name is required')).toBeDefined()
})

test('a schema that failed to load when the form was touched is loaded when it is sent', async () => {
  const request = vi.fn<() => Promise<unknown>>(async () => ({}))
  const load = vi.fn<() => Promise<typeof schema>>(async () => schema)
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  render(<Example send={request} load={load} />)
  await userEvent.click(field('name'))
  expect(load).toHaveBeenCalledOnce()
  await fill(filled)
  await send()
  await vi.waitFor(() => expect(request).toHaveBeenCalledOnce())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a schema that is still loading is awaited, and the form is sent once', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof schema>()
  const request = vi.fn<() => Promise<unknown>>(async () => ({}))
  render(<Example send={request} load={() => promise} />)
  await fill(filled)
  await send()
  await send()
  expect(request).not.toHaveBeenCalled()
  resolve(schema)
  await vi.waitFor(() => expect(request).toHaveBeenCalledOnce())
})

test('a form whose schema fails to load says so, sends nothing, and loads it again at the next attempt', async () => {
  const request = vi.fn<() => Promise<unknown>>(async () => ({}))
  let isAway = true
  render(
    <Example
      send={request}
      load={async () => {
        if (isAway) throw new TypeError('Failed to fetch dynamically imported module')
        return schema
      }}
    />,
  )
  await fill(filled)
  await send()
  expect((await screen.findByRole('alert')).textContent).toContain("couldn't be checked")
  expect(request).not.toHaveBeenCalled()
  isAway = false
  await send()
  await vi.waitFor(() => expect(request).toHaveBeenCalledOnce())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('sends nothing while a field is invalid: the summary lists the fields, and the first has the focus', async () => {
  const request = vi.fn<() => Promise<unknown>>()
  render(<Example send={request} />)
  await fill({ name: 'Maya' })
  await send()
  expect(request).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toContain('3 things to fix')
  expect(document.activeElement).toBe(field('email'))
  await userEvent.click(screen.getByRole('link', { name: 'Country is required' }))
  expect(document.activeElement).toBe(field('country'))
})

test('a single invalid field has the focus and needs no summary', async () => {
  render(<Example send={vi.fn<() => Promise<unknown>>()} />)
  await fill({ ...filled, city: ' ' })
  await send()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(field('city'))
})

test('sends what the schema made of the values', async () => {
  const request = vi.fn<(request: object) => Promise<unknown>>(async () => ({}))
  render(<Example send={request} />)
  await fill({ ...filled, name: ' Maya ' })
  await send()
  expect(request).toHaveBeenCalledExactlyOnceWith(filled)
})

test('an error of the server stays at its field until the value changes, and gets the focus', async () => {
  const request = vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(failure({ town: 'No such town' }))
  render(<Example send={request} />)
  await fill(filled)
  await send()
  expect(field('city').getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText('Refused')).toBeNull()
  expect(document.activeElement).toBe(field('city'))
  await userEvent.tab()
  expect(screen.getByText('No such town')).toBeDefined()
  await userEvent.type(field('city'), '!')
  expect(screen.queryByText('No such town')).toBeNull()
})

test('a refused value may be sent again', async () => {
  const request = vi
    .fn<() => Promise<unknown>>()
    .mockRejectedValueOnce(failure({ town: 'No such town' }))
    .mockResolvedValueOnce({})
  render(<Example send={request} />)
  await fill(filled)
  await send()
  await send()
  expect(request).toHaveBeenCalledTimes(2)
  expect(screen.queryByText('No such town')).toBeNull()
})

test('an error of the server without a field of the form is announced above the form', async () => {
  const request = vi.fn<() => Promise<unknown>>().mockRejectedValue(failure({ elsewhere: 'Unknown' }))
  render(<Example send={request} />)
  await fill(filled)
  await send()
  expect(screen.getByRole('alert').textContent).toBe('Refused')
})
