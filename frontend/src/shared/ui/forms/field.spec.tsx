// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Field } from './field.tsx'
import { PasswordField } from './password-field.tsx'
import { PasswordHints } from './password-hints.tsx'
import { TextArea } from './text-area.tsx'

afterEach(cleanup)

const noteOf = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent

test('a hint is spoken with its field', () => {
  render(<Field label="Live link" hint="Opens in a new window" />)
  const input = screen.getByLabelText('Live link')
  expect(noteOf(input)).toBe('Opens in a new window')
  expect(input.getAttribute('aria-invalid')).toBeNull()
})

test('replaces the hint by the error and marks the field as invalid', () => {
  render(<Field label="Live link" hint="Opens in a new window" error="Enter a valid URL" />)
  const input = screen.getByLabelText('Live link')
  expect(noteOf(input)).toBe('Enter a valid URL')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText('Opens in a new window')).toBeNull()
})

test('only optional fields are marked', () => {
  render(
    <>
      <Field label="Username" optional />
      <Field label="Email" />
    </>,
  )
  expect(screen.getByLabelText('Username (optional)')).toBeTruthy()
  expect(screen.getByLabelText('Email')).toBeTruthy()
})

test('a field that cannot be changed says why', () => {
  render(<Field label="E-mail" defaultValue="maya@example.com" readOnlyReason="Ask an admin to change it" />)
  const input = screen.getByLabelText('E-mail')
  expect(input).toHaveProperty('readOnly', true)
  expect(noteOf(input)).toBe('Ask an admin to change it')
})

test('a password can be shown and hidden again', async () => {
  render(<PasswordField name="password" />)
  const input = screen.getByLabelText('Password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input.getAttribute('type')).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(input.getAttribute('type')).toBe('password')
})

test('accepts the same passwords in the hints as the server', () => {
  // Four characters beyond the first plane, and a digit and a half that are neither number nor symbol.
  render(<PasswordHints value="𝔞𝔟𝔠𝔡½" />)
  const met = screen.getAllByRole('listitem').filter((hint) => hint.textContent.endsWith(', met'))
  expect(met.map((hint) => hint.textContent)).toEqual(['Lowercase, met'])
})

test('each password hint says whether it is met', () => {
  render(<PasswordHints value="Abc1" />)
  const hints = screen.getAllByRole('listitem').map((hint) => hint.textContent)
  expect(hints).toEqual([
    '8+ characters, still missing',
    'Uppercase, met',
    'Lowercase, met',
    'Number, met',
    'Symbol, still missing',
  ])
})

test('a long text counts its characters', async () => {
  render(<TextArea label="Description" counter maxLength={5000} />)
  await userEvent.type(screen.getByLabelText('Description'), 'Loops')
  expect(screen.getByText('5 of 5,000')).toBeTruthy()
})
