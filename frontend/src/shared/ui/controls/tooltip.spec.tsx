// @vitest-environment happy-dom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { FullText } from './tooltip.tsx'
import { IconButton } from './icon-button.tsx'

/** The observed elements are measured by `resize`, since this DOM has no layout. */
const observers: (() => void)[] = []
const resize = () => observers.forEach((notify) => notify())
class FakeResizeObserver {
  elements = new Set<Element>()
  constructor(callback: (entries: { target: Element }[]) => void) {
    observers.push(() => callback([...this.elements].map((target) => ({ target }))))
  }
  observe = (element: Element) => this.elements.add(element)
  unobserve = (element: Element) => this.elements.delete(element)
  disconnect = () => this.elements.clear()
}

const tooltip = async () => (await screen.findByRole('tooltip')).textContent
const noTooltip = () => waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
const measure = (width: { scroll: number; client: number }) => {
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(width.scroll)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width.client)
  act(() => resize())
}
// The popup is loaded by the first tooltip, which takes longer than a query waits.
beforeAll(() => import('./tooltip-popup.tsx'))
beforeEach(() => {
  vi.restoreAllMocks()
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
})

test('the keyboard focus shows the name of an icon button, and Escape hides it', async () => {
  render(<IconButton label="Log out" icon={<svg />} />)
  await userEvent.tab()
  expect(await tooltip()).toBe('Log out')
  expect(screen.getByRole('button').getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id)
  expect(document.activeElement).toBe(screen.getByRole('button'))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('the pointer shows the name of an icon button, and a press hides it and acts', async () => {
  const onClick = vi.fn<() => void>()
  render(<IconButton label="Log out" icon={<svg />} onClick={onClick} />)
  await userEvent.hover(screen.getByRole('button'))
  expect(await tooltip()).toBe('Log out')
  await userEvent.click(screen.getByRole('button'))
  await noTooltip()
  expect(onClick).toHaveBeenCalledOnce()
})

test('a text with enough room is not a stop of the keyboard', async () => {
  render(<FullText text="Ada Lovelace" />)
  measure({ scroll: 80, client: 80 })
  await userEvent.tab()
  expect(document.activeElement).toBe(document.body)
  await userEvent.hover(screen.getByText('Ada Lovelace'))
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('a cut text shows itself whole to pointer and keyboard, and after a tap', async () => {
  render(<FullText text="Ada Lovelace" />)
  measure({ scroll: 120, client: 80 })
  const text = screen.getByText('Ada Lovelace')
  await userEvent.hover(text)
  expect(await tooltip()).toBe('Ada Lovelace')
  await userEvent.unhover(text)
  await noTooltip()
  await userEvent.tab()
  expect(document.activeElement).toBe(text)
  expect(await tooltip()).toBe('Ada Lovelace')
  await userEvent.tab()
  await noTooltip()
  const tap = { pointerType: 'touch' }
  fireEvent.pointerDown(text, tap)
  fireEvent.pointerUp(text, tap)
  expect(await tooltip()).toBe('Ada Lovelace')
  fireEvent.scroll(document)
  await noTooltip()
})

test('a cut text in a link appears with the focus of the link, and is not a further stop', async () => {
  render(
    <a href="/project">
      <FullText text="Ada Lovelace" />
    </a>,
  )
  measure({ scroll: 120, client: 80 })
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('link'))
  expect(await tooltip()).toBe('Ada Lovelace')
  await userEvent.tab()
  expect(document.activeElement).toBe(document.body)
  await noTooltip()
})

test('a short form shows the full text', async () => {
  render(<FullText text="1,234,567">1.2M</FullText>)
  await userEvent.tab()
  expect(await tooltip()).toBe('1,234,567')
})
