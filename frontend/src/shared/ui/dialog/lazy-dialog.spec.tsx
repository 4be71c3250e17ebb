// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { Toasts } from '../feedback/shell-messages.tsx'
import { lazyDialog, preloadBeforePress } from './lazy-dialog.tsx'

type Closable = { onClose: () => void }
const Opened = ({ onClose }: Closable) => <button onClick={onClose}>Close</button>

/** Shows a screen with a button that opens the dialog of `load`. */
const renderScreen = (load: () => Promise<ComponentType<Closable>>) => {
  const ExampleDialog = lazyDialog(load)
  const Example = () => {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <>
        <button onClick={() => setIsOpen(!isOpen)}>Open</button>
        {isOpen && <ExampleDialog onClose={() => setIsOpen(false)} />}
        <Toasts />
      </>
    )
  }
  return render(<Example />)
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const notLoaded = new TypeError('Failed to fetch dynamically imported module: /assets/x.js')

test('a dialog whose script cannot be loaded closes with a message, and the next press loads it again', async () => {
  const load = vi.fn<() => Promise<ComponentType<Closable>>>().mockRejectedValueOnce(notLoaded)
  load.mockResolvedValue(Opened)
  renderScreen(load)
  await press('Open')
  expect(await screen.findByText(/could not be opened/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined()
  await press('Open')
  expect(await screen.findByRole('button', { name: 'Close' })).toBeDefined()
  expect(screen.queryByText(/could not be opened/)).toBeNull()
})

test('a dialog is loaded once, and shown at once when it opens again', async () => {
  const load = vi.fn<() => Promise<ComponentType<Closable>>>().mockResolvedValue(Opened)
  renderScreen(load)
  await press('Open')
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  await press('Open')
  expect(screen.getByRole('button', { name: 'Close' })).toBeDefined()
  expect(load).toHaveBeenCalledOnce()
})

test('the script of another dialog does not take the message away', async () => {
  renderScreen(() => Promise.reject(notLoaded))
  await press('Open')
  await screen.findByText(/could not be opened/)
  await lazyDialog(async () => Opened).preload()
  expect(screen.getByText(/could not be opened/)).toBeDefined()
})

test('no message appears for a dialog that was closed before its script failed', async () => {
  const { promise, reject } = Promise.withResolvers<ComponentType<Closable>>()
  renderScreen(() => promise)
  await press('Open')
  await press('Open')
  reject(notLoaded)
  await promise.catch(() => undefined)
  expect(screen.queryByText(/could not be opened/)).toBeNull()
})

test('a dialog appears also when its script arrives while the press is being shown', async () => {
  const { promise, resolve } = Promise.withResolvers<ComponentType<Closable>>()
  const ExampleDialog = lazyDialog(() => promise)
  void ExampleDialog.preload()
  const Slow = () => {
    // As a phone that needs a moment: the script arrives after the dialog is rendered and before its effect.
    useLayoutEffect(() => resolve(Opened), [])
    return <ExampleDialog onClose={() => undefined} />
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  root.render(<Slow />)
  expect(await screen.findByRole('button', { name: 'Close' })).toBeDefined()
  vi.unstubAllGlobals()
  root.unmount()
})

test('keys that are typed while a dialog is loaded do not reach the screen', async () => {
  const { promise, resolve } = Promise.withResolvers<ComponentType<Closable>>()
  renderScreen(() => promise)
  const onKeyDown = vi.fn<(event: KeyboardEvent) => void>()
  const reached = new AbortController()
  addEventListener('keydown', onKeyDown, { signal: reached.signal })
  await press('Open')
  await userEvent.keyboard('a')
  expect(onKeyDown).not.toHaveBeenCalled()
  await act(async () => resolve(Opened))
  await userEvent.keyboard('a')
  expect(onKeyDown).toHaveBeenCalledOnce()
  reached.abort()
})

test('keys pressed while a dialog loads press no focused button or box, and Escape closes the dialog', async () => {
  const { promise, resolve } = Promise.withResolvers<ComponentType<Closable>>()
  const ExampleDialog = lazyDialog(() => promise)
  const onPress = vi.fn<() => void>()
  const onClose = vi.fn<() => void>()
  const screenWith = (dialog: ReactNode) => (
    <>
      <button onClick={onPress}>Approve</button>
      <input type="checkbox" />
      {dialog}
    </>
  )
  const { rerender } = render(screenWith(null))
  act(() => screen.getByRole('button', { name: 'Approve' }).focus())
  rerender(screenWith(<ExampleDialog onClose={onClose} />))
  await userEvent.keyboard('no tests{Enter}')
  expect(onPress).not.toHaveBeenCalled()
  const box = screen.getByRole<HTMLInputElement>('checkbox')
  act(() => box.focus())
  await userEvent.keyboard('no tests')
  expect(box.checked).toBe(false)
  act(() => screen.getByRole('button').focus())
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  rerender(screenWith(null))
  await userEvent.keyboard(' ')
  expect(onPress).toHaveBeenCalledOnce()
  await act(async () => resolve(Opened))
})

test('keys reach the screen again when a dialog could not be loaded, also if it is not closed', async () => {
  const FailedDialog = lazyDialog<object>(() => Promise.reject(notLoaded))
  const onKeyDown = vi.fn<(event: KeyboardEvent) => void>()
  const reached = new AbortController()
  addEventListener('keydown', onKeyDown, { signal: reached.signal })
  render(
    <>
      <FailedDialog onClose={() => undefined} />
      <Toasts />
    </>,
  )
  expect(await screen.findByText(/could not be opened/)).toBeDefined()
  await userEvent.keyboard('a')
  expect(onKeyDown).toHaveBeenCalledOnce()
  reached.abort()
})

test('without a connection nothing is loaded before a press', () => {
  const load = vi.fn<() => Promise<void>>().mockResolvedValue()
  const stop = preloadBeforePress(load)
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<button>Open</button>)
  fireEvent.pointerOver(screen.getByRole('button'))
  expect(load).not.toHaveBeenCalled()
  onLine.mockReturnValue(true)
  fireEvent.pointerOver(screen.getByRole('button'))
  expect(load).toHaveBeenCalledOnce()
  onLine.mockRestore()
  stop()
})

test.each(['pointerOver', 'focusIn'] as const)('%s on a button loads what it opens, once', (reached) => {
  const load = vi.fn<() => Promise<void>>().mockRejectedValue(notLoaded)
  const stop = preloadBeforePress(load)
  render(
    <p>
      Text <button>Open</button>
    </p>,
  )
  fireEvent[reached](screen.getByText('Text'))
  expect(load).not.toHaveBeenCalled()
  fireEvent[reached](screen.getByRole('button'))
  fireEvent[reached](screen.getByRole('button'))
  expect(load).toHaveBeenCalledOnce()
  stop()
})
