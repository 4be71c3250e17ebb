// @vitest-environment happy-dom
import { useState } from 'react'
import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ChipsInput } from './chips-input.tsx'

const Languages = ({ initial = '', maxLength }: { initial?: string; maxLength?: number }) => {
  const [value, setValue] = useState(initial)
  return (
    <>
      <ChipsInput
        label="Languages"
        name="languages"
        value={value}
        onValueChange={setValue}
        maxLength={maxLength}
      />
      <output>{value}</output>
    </>
  )
}

const storedValue = () => screen.getByRole('status').textContent
const input = () => screen.getByLabelText('Languages')

test('adds an entry on comma or Enter', async () => {
  render(<Languages />)
  await userEvent.type(input(), 'TypeScript,CSS{Enter}')
  expect(storedValue()).toBe('TypeScript, CSS')
  expect(input()).toHaveProperty('value', '')
})

test('adds the typed entry when the field loses focus', async () => {
  render(<Languages />)
  await userEvent.type(input(), 'Rust')
  await userEvent.tab()
  expect(storedValue()).toBe('Rust')
})

test('a press elsewhere becomes a click before the typed entry makes the field higher', async () => {
  render(<Languages />)
  const user = userEvent.setup()
  await user.type(input(), 'Rust')
  await user.pointer({ keys: '[MouseLeft>]', target: document.body })
  expect(storedValue()).toBe('')
  await user.pointer({ keys: '[/MouseLeft]', target: document.body })
  expect(storedValue()).toBe('Rust')
})

test('tells the form that it lost focus, and shows the error of the form', async () => {
  const Required = () => {
    const [error, setError] = useState<string>()
    const check = () => setError('At least one language is required')
    return (
      <ChipsInput
        error={error}
        label="Languages"
        name="languages"
        value=""
        onValueChange={() => undefined}
        onBlur={check}
      />
    )
  }
  render(<Required />)
  await userEvent.click(input())
  await userEvent.tab()
  expect(screen.getByText('At least one language is required')).toBeTruthy()
  expect(input().getAttribute('aria-invalid')).toBe('true')
})

test('splits a pasted list at its commas and leaves the last entry editable', () => {
  render(<Languages />)
  fireEvent.change(input(), { target: { value: 'HTML, CSS, Type' } })
  expect(storedValue()).toBe('HTML, CSS')
  expect(input()).toHaveProperty('value', 'Type')
})

test('Backspace in the empty field removes the last entry', async () => {
  render(<Languages initial="HTML, CSS" />)
  await userEvent.type(input(), '{Backspace}')
  expect(storedValue()).toBe('HTML')
})

test('every entry has its own remove button', async () => {
  render(<Languages initial="HTML, CSS" />)
  await userEvent.click(screen.getByRole('button', { name: 'Remove HTML' }))
  expect(storedValue()).toBe('CSS')
  expect(document.activeElement).toBe(input())
})

test('an entry that makes the list too long stays in the field, which says why', async () => {
  render(<Languages initial="CSS" maxLength={12} />)
  await userEvent.type(input(), 'TypeScript{Enter}')
  expect(storedValue()).toBe('CSS')
  expect(input()).toHaveProperty('value', 'TypeScript')
  expect(
    screen.getByText(/^This entry doesn't fit: all entries together can have 12 characters\./),
  ).toBeTruthy()
  expect(input().getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(input(), '{Backspace}{Backspace}{Backspace}{Enter}')
  expect(storedValue()).toBe('CSS, TypeScr')
  expect(screen.queryByText(/doesn't fit/)).toBeNull()
})

test('a pasted list that is too long stays in the field as a whole', async () => {
  render(<Languages maxLength={12} />)
  await userEvent.click(input())
  await userEvent.paste('TypeScript, CSS, HTML, Go')
  expect(storedValue()).toBe('')
  expect(input()).toHaveProperty('value', 'TypeScript, CSS, HTML, Go')
  expect(screen.getByText(/doesn't fit/)).toBeTruthy()
})
