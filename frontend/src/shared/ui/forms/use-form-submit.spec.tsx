// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { RequestFailed } from '../../http/request-failed.ts'
import { Button } from '../controls/button.tsx'
import { Failure } from '../display/surfaces.tsx'
import { Toasts } from '../feedback/shell-messages.tsx'
import { useFormSubmit, useToastedSubmit } from './use-form-submit.ts'

const refuse = () => Promise.reject(new RequestFailed(409, { code: 'taken', message: 'Taken' }, true))
const press = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))

test.each([
  ['the server', () => undefined, 'Taken'],
  ['the caller, if it has one for this failure', ({ code }: RequestFailed) => `Code: ${code}`, 'Code: taken'],
])('a failure shows the text of %s', async (_whose, onFailure, text) => {
  const Example = () => {
    const { failure, button } = useFormSubmit()
    return (
      <>
        <Failure text={failure} />
        <Button {...button(refuse, onFailure)}>Send</Button>
      </>
    )
  }
  render(<Example />)
  await press()
  expect((await screen.findByRole('alert')).textContent).toBe(text)
})

test('a button without a place for a failure says it in a toast', async () => {
  const Example = () => <Button {...useToastedSubmit('Not sent').button(refuse)}>Send</Button>
  render(
    <>
      <Example />
      <Toasts />
    </>,
  )
  await press()
  expect(await screen.findByText('Taken')).toBeTruthy()
})
