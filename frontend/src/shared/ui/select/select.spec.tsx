// @vitest-environment happy-dom
import { useState } from 'react'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { DaySelect } from './day-select.tsx'

afterEach(cleanup)

const days = [
  { day: 17, title: 'Music player', submitted: true },
  { day: 18, title: 'Pomodoro timer' },
  { day: 19, title: 'Realtime poll' },
  { day: 20, title: 'Sortable data table', closed: true },
]

const Days = () => {
  const [day, setDay] = useState(19)
  return (
    <form aria-label="Submit">
      <DaySelect name="day" value={day} onValueChange={setDay} days={days} today={19} />
    </form>
  )
}

const box = () => screen.getByRole('combobox', { name: /Day/ })
const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent

test('opens the list at the selected day', async () => {
  render(<Days />)
  await userEvent.click(box())
  expect(box().getAttribute('aria-expanded')).toBe('true')
  expect(active()).toContain('Realtime poll')
})

test('arrow keys select a day while the focus stays on the button', async () => {
  render(<Days />)
  box().focus()
  await userEvent.keyboard('{Enter}{ArrowUp}{ArrowUp}{Enter}')
  expect(box().textContent).toContain('Music player')
  expect(document.activeElement).toBe(box())
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('Escape closes the list and keeps the selected day', async () => {
  render(<Days />)
  box().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Escape}')
  expect(box().textContent).toContain('Realtime poll')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('typing the beginning of a title finds its day', async () => {
  render(<Days />)
  box().focus()
  await userEvent.keyboard('mus{Enter}')
  expect(box().textContent).toContain('Music player')
})

test('marks submitted days and disables future ones', async () => {
  render(<Days />)
  await userEvent.click(box())
  expect(screen.getByRole('option', { name: /Music player/ }).textContent).toContain('submitted')
  await userEvent.click(screen.getByRole('option', { name: /Sortable data table/ }))
  expect(box().textContent).toContain('Realtime poll')
})

test('submits the selected day with the form', async () => {
  render(<Days />)
  await userEvent.click(box())
  await userEvent.click(screen.getByRole('option', { name: /Pomodoro/ }))
  const form = screen.getByRole<HTMLFormElement>('form')
  expect(new FormData(form).get('day')).toBe('18')
})
