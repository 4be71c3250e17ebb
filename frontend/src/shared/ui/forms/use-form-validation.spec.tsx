// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Field } from './field.tsx'
import { useFormValidation } from './use-form-validation.ts'

afterEach(cleanup)

const rules = {
  emailOrUsername: (values: Record<string, string>) =>
    values.emailOrUsername ? undefined : 'Email or username is required',
  password: (values: Record<string, string>) => (values.password ? undefined : 'Password is required'),
}

const LogIn = () => {
  const { errors, checkProps, checkAll } = useFormValidation(rules)
  return (
    <form
      {...checkProps}
      onSubmit={(event) => {
        event.preventDefault()
        checkAll(event.currentTarget)
      }}
    >
      <Field label="Email or username" name="emailOrUsername" error={errors.emailOrUsername} />
      <Field label="Password" name="password" error={errors.password} />
      <button type="submit">Log in</button>
    </form>
  )
}

test('validates a field on blur, not before', async () => {
  render(<LogIn />)
  await userEvent.click(screen.getByLabelText('Email or username'))
  expect(screen.queryByText('Email or username is required')).toBeNull()
  await userEvent.tab()
  expect(screen.getByText('Email or username is required')).toBeTruthy()
})

test('hides an error as soon as it is fixed', async () => {
  render(<LogIn />)
  await userEvent.click(screen.getByLabelText('Password'))
  await userEvent.tab()
  await userEvent.type(screen.getByLabelText('Password'), 'x')
  expect(screen.queryByText('Password is required')).toBeNull()
})

test('validates everything on submit and focuses the first invalid field', async () => {
  render(<LogIn />)
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  expect(screen.getByText('Password is required')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Email or username'))
})
