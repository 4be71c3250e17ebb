// @vitest-environment happy-dom
import { useState } from 'react'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Select } from './select.tsx'

const Badge = vi.fn<() => null>(() => null)
const options = [
  { value: 'music', label: 'Music player', after: 'submitted' },
  { value: 'timer', label: 'Pomodoro timer', before: <Badge /> },
  { value: 'poll', label: 'Realtime poll' },
  { value: 'resume', label: 'Résumé', disabled: true },
  { value: 'reader', label: 'Reader' },
]

const Projects = () => {
  const [value, setValue] = useState('poll')
  return <Select label="Project" value={value} options={options} onValueChange={setValue} />
}

const box = () => screen.getByRole('combobox', { name: /^Project/, hidden: true })
const list = () => screen.findByRole('listbox')
const open = async () => {
  act(() => box().focus())
  await userEvent.keyboard('{Enter}')
  await list()
}
/** Renders the control of a page that has not loaded the list. */
const renderFresh = async (load?: () => never) => {
  vi.resetModules()
  if (load) vi.doMock('./select-list.tsx', load)
  const { Select: FreshSelect } = await import('./select.tsx')
  const { Toasts: FreshToasts } = await import('../feedback/shell-messages.tsx')
  render(
    <>
      <FreshSelect label="Project" value="poll" options={options} onValueChange={() => undefined} />
      <FreshToasts />
    </>,
  )
}

afterEach(() => vi.doUnmock('./select-list.tsx'))

test('opens the list at the selected option', async () => {
  render(<Projects />)
  await open()
  expect(box().getAttribute('aria-expanded')).toBe('true')
  expect(box().getAttribute('aria-controls')).toBe((await list()).id)
  expect(document.activeElement?.textContent).toContain('Realtime poll')
})

test('arrow keys select an option, and the button gets the focus back', async () => {
  render(<Projects />)
  await open()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{Enter}')
  expect(box().textContent).toContain('Music player')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.activeElement).toBe(box())
})

test('Escape closes the list and keeps the selected option', async () => {
  render(<Projects />)
  await open()
  await userEvent.keyboard('{ArrowUp}{Escape}')
  expect(box().textContent).toContain('Realtime poll')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('a press opens the list, and another chooses', async () => {
  render(<Projects />)
  await userEvent.click(box())
  await userEvent.click(await screen.findByRole('option', { name: 'Reader' }))
  expect(box().textContent).toContain('Reader')
})

test('an option says what comes after it and whether it can be chosen', async () => {
  render(<Projects />)
  await open()
  expect(screen.getByRole('option', { name: /Music player/ }).textContent).toContain('submitted')
  expect(screen.getByRole('option', { name: 'Résumé' }).getAttribute('aria-disabled')).toBe('true')
})

test.each([
  ['m', 'Music player'],
  ['pom', 'Pomodoro timer'],
  ['r', 'Reader'],
  ['rr', 'Realtime poll'],
  ['resu', 'Reader'],
  ['pomodoro t', 'Pomodoro timer'],
])('%s, typed on the closed list, chooses %s', async (text, chosen) => {
  render(<Projects />)
  act(() => box().focus())
  await userEvent.keyboard(text)
  expect(box().textContent).toContain(chosen)
  expect(screen.queryByRole('listbox')).toBeNull()
})

test.each(['ctrlKey', 'altKey', 'metaKey'])(
  'a shortcut of the browser with %s chooses nothing',
  (modifier) => {
    render(<Projects />)
    expect(fireEvent.keyDown(box(), { key: 'm', [modifier]: true })).toBe(true)
    expect(box().textContent).toContain('Realtime poll')
  },
)

test('a disabled control neither opens nor chooses', async () => {
  const onValueChange = vi.fn<(value: string) => void>()
  render(<Select disabled label="Project" value="poll" options={options} onValueChange={onValueChange} />)
  await userEvent.click(box())
  expect(box().getAttribute('aria-expanded')).toBe('false')
  await userEvent.keyboard('m{Enter}')
  expect(onValueChange).not.toHaveBeenCalled()
})

test('options are not rendered before the list opens', async () => {
  render(<Projects />)
  act(() => box().focus())
  expect(Badge).not.toHaveBeenCalled()
  await open()
  expect(Badge).toHaveBeenCalled()
})

test('a press on a list that cannot be loaded says so, and the next press tries again', async () => {
  const load = vi.fn<() => never>(() => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  await renderFresh(load)
  await userEvent.click(box())
  expect(await screen.findByText(/could not be opened/)).toBeDefined()
  expect(box().getAttribute('aria-expanded')).toBe('false')
  vi.doUnmock('./select-list.tsx')
  await userEvent.click(box())
  expect(await list()).toBeDefined()
  expect(screen.queryByText(/could not be opened/)).toBeNull()
})

test('a list that is still on its way does not open when the user has gone on', async () => {
  await renderFresh()
  fireEvent.keyDown(box(), { key: 'Enter' })
  fireEvent.blur(box())
  await import('./select-list.tsx')
  expect(box().getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('adds its style elements with the nonce of the page', async () => {
  const meta = document.createElement('meta')
  meta.setAttribute('property', 'csp-nonce')
  meta.nonce = 'r4nd0m'
  document.head.append(meta)
  render(<Projects />)
  fireEvent.keyDown(box(), { key: 'Enter' })
  await list()
  const styles = [...document.querySelectorAll('style')]
  expect(styles.length).toBeGreaterThan(1)
  expect(styles.map((style) => style.nonce || style.getAttribute('nonce'))).toEqual(
    styles.map(() => 'r4nd0m'),
  )
  meta.remove()
})
