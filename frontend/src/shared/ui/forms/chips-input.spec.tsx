// @vitest-environment happy-dom
import { useState } from 'react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ChipsInput } from './chips-input.tsx'

afterEach(cleanup)

const Languages = ({ first = '' }: { first?: string }) => {
  const [value, setValue] = useState(first)
  return (
    <>
      <ChipsInput label="Languages" name="languages" value={value} onValueChange={setValue} />
      <output>{value}</output>
    </>
  )
}

const stored = () => screen.getByRole('status').textContent
const input = () => screen.getByLabelText('Languages')

test('adds an entry on comma or Enter', async () => {
  render(<Languages />)
  await userEvent.type(input(), 'TypeScript,CSS{Enter}')
  expect(stored()).toBe('TypeScript, CSS')
  expect(input()).toHaveProperty('value', '')
})

test('leaving the field keeps what was typed', async () => {
  render(<Languages />)
  await userEvent.type(input(), 'Rust')
  await userEvent.tab()
  expect(stored()).toBe('Rust')
})

test('a pasted comma text becomes entries, the last one still open', () => {
  render(<Languages />)
  fireEvent.change(input(), { target: { value: 'HTML, CSS, Type' } })
  expect(stored()).toBe('HTML, CSS')
  expect(input()).toHaveProperty('value', 'Type')
})

test('Backspace in the empty field takes the last entry away', async () => {
  render(<Languages first="HTML, CSS" />)
  await userEvent.type(input(), '{Backspace}')
  expect(stored()).toBe('HTML')
})

test('every entry has its own remove button', async () => {
  render(<Languages first="HTML, CSS" />)
  await userEvent.click(screen.getByRole('button', { name: 'Remove HTML' }))
  expect(stored()).toBe('CSS')
  expect(document.activeElement).toBe(input())
})
