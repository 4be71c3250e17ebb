// @vitest-environment happy-dom
import { useState } from 'react'
import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { DaySelect } from './day-select.tsx'
import { Select } from './select.tsx'

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

const box = () => screen.getByRole('combobox', { name: /^Day/, hidden: true })
const open = async () => {
  box().focus()
  await userEvent.keyboard('{Enter}')
}

test('opens the list at the selected day', async () => {
  render(<Days />)
  await open()
  expect(box().getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement?.textContent).toContain('Realtime poll')
})

test('arrow keys select a day, and the button gets the focus back', async () => {
  render(<Days />)
  await open()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{Enter}')
  expect(box().textContent).toContain('Music player')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.activeElement).toBe(box())
})

test('Escape closes the list and keeps the selected day', async () => {
  render(<Days />)
  await open()
  await userEvent.keyboard('{ArrowUp}{Escape}')
  expect(box().textContent).toContain('Realtime poll')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('typing the beginning of a title finds its day', async () => {
  render(<Days />)
  box().focus()
  await userEvent.keyboard('mus')
  expect(box().textContent).toContain('Music player')
})

test('marks submitted days and disables future ones', async () => {
  render(<Days />)
  await open()
  expect(screen.getByRole('option', { name: /Music player/ }).textContent).toContain('submitted')
  expect(screen.getByRole('option', { name: /Sortable data table/ }).getAttribute('aria-disabled')).toBe(
    'true',
  )
})

test('submits the selected day with the form', async () => {
  render(<Days />)
  await open()
  await userEvent.keyboard('{ArrowUp}{Enter}')
  expect(new FormData(screen.getByRole<HTMLFormElement>('form')).get('day')).toBe('18')
})

test('adds its style elements with the nonce of the page', async () => {
  const meta = document.createElement('meta')
  meta.setAttribute('property', 'csp-nonce')
  meta.nonce = 'r4nd0m'
  document.head.append(meta)
  render(<Days />)
  fireEvent.keyDown(box(), { key: 'Enter' })
  const styles = [...document.querySelectorAll('style')]
  expect(styles.length).toBeGreaterThan(1)
  expect(styles.map((style) => style.nonce || style.getAttribute('nonce'))).toEqual(
    styles.map(() => 'r4nd0m'),
  )
  meta.remove()
})

test('without a name, the options wait for the focus, and typing then finds one', async () => {
  const Badge = vi.fn<() => null>(() => null)
  const options = ['Approved', 'Rejected'].map((label) => ({ value: label, label, before: <Badge /> }))
  const onValueChange = vi.fn<(value: string) => void>()
  render(<Select label="Status" value="" options={options} onValueChange={onValueChange} />)
  expect(Badge).not.toHaveBeenCalled()
  screen.getByRole('combobox', { name: /Status/ }).focus()
  await userEvent.keyboard('rej')
  expect(Badge).toHaveBeenCalled()
  expect(onValueChange).toHaveBeenCalledWith('Rejected')
})

test('without a name, a press opens the list', async () => {
  const options = ['Approved', 'Rejected'].map((label) => ({ value: label, label }))
  const onValueChange = vi.fn<(value: string) => void>()
  render(<Select label="Status" value="Approved" options={options} onValueChange={onValueChange} />)
  await userEvent.click(screen.getByRole('combobox', { name: /Status/ }))
  await userEvent.click(screen.getByRole('option', { name: 'Rejected' }))
  expect(onValueChange).toHaveBeenCalledWith('Rejected')
})
