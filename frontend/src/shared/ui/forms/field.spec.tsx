// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Field, TextArea } from './field.tsx'
import { PasswordField, PasswordHints } from './password-fields.tsx'

const descriptionOf = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent

test('screen readers read the hint with the field', () => {
  render(<Field label="Live link" hint="Opens in a new window" />)
  const input = screen.getByLabelText('Live link')
  expect(descriptionOf(input)).toBe('Opens in a new window')
  expect(input.getAttribute('aria-invalid')).toBeNull()
})

test('replaces the hint by the error and marks the field as invalid', () => {
  render(<Field label="Live link" hint="Opens in a new window" error="Enter a valid URL" />)
  const input = screen.getByLabelText('Live link')
  expect(descriptionOf(input)).toBe('Enter a valid URL')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText('Opens in a new window')).toBeNull()
})

test('marks optional fields only', () => {
  render(
    <>
      <Field label="Username" optional />
      <Field label="Email" />
    </>,
  )
  expect(screen.getByLabelText('Username (optional)')).toBeTruthy()
  expect(screen.getByLabelText('Email')).toBeTruthy()
})

test('a read-only field says why it cannot be changed', () => {
  render(<Field label="E-mail" defaultValue="maya@example.com" readOnlyReason="Ask an admin to change it" />)
  const input = screen.getByLabelText('E-mail')
  expect(input).toHaveProperty('readOnly', true)
  expect(descriptionOf(input)).toBe('Ask an admin to change it')
})

test('a password can be shown and hidden again', async () => {
  render(<PasswordField name="password" />)
  const input = screen.getByLabelText('Password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input.getAttribute('type')).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(input.getAttribute('type')).toBe('password')
})

test('checks passwords by the same rules as the server', () => {
  // Four letters outside the Basic Multilingual Plane, and a fraction that is neither a number nor a symbol.
  render(<PasswordHints value="𝔞𝔟𝔠𝔡½" />)
  const met = screen.getAllByRole('listitem').filter((hint) => hint.textContent.endsWith(', met'))
  expect(met.map((hint) => hint.textContent)).toEqual(['Lowercase, met'])
})

test('shows for each password rule whether it is met', () => {
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

test('a text area counts its characters beside its hint', async () => {
  render(<TextArea label="Description" hint="What it does" counter maxLength={5000} />)
  await userEvent.type(screen.getByLabelText('Description'), 'Loops')
  expect(descriptionOf(screen.getByLabelText('Description'))).toBe('What it does5 of 5,000')
})
