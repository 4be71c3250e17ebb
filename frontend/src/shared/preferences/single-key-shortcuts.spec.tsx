// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { usePageShortcut, useSingleKeyShortcuts } from './single-key-shortcuts.ts'

const onPress = vi.fn<() => void>()
const Page = ({
  shortcut = 'n',
  children,
}: {
  shortcut?: string | undefined
  children?: React.ReactNode
}) => {
  usePageShortcut(shortcut, onPress)
  return children
}
const press = (key: Partial<KeyboardEvent>, target: Element = document.body) =>
  fireEvent.keyDown(target, { key: 'n', ...key })

test('a shortcut of the page answers one press of its key, also of a capital letter', () => {
  render(<Page />)
  expect(press({ key: 'N' })).toBe(false)
  expect(press({ key: 'm' })).toBe(true)
  expect(onPress).toHaveBeenCalledOnce()
})

test.each([
  ['the key is held', () => press({ repeat: true })],
  ['another key is pressed with it', () => press({ ctrlKey: true })],
  ['somebody types into a field', () => press({}, screen.getByRole('textbox'))],
  ['a part of the page has used the key', () => press({}, screen.getByRole('button'))],
  [
    'shortcuts are switched off',
    () => {
      useSingleKeyShortcuts.setState({ enabled: false })
      press({})
      useSingleKeyShortcuts.setState({ enabled: true })
    },
  ],
])('it does nothing while %s', (_, act) => {
  render(
    <Page>
      <input type="text" />
      <button type="button" onKeyDown={(event) => event.preventDefault()}>
        Uses keys
      </button>
    </Page>,
  )
  act()
  expect(onPress).not.toHaveBeenCalled()
})

test.each(['dialog', 'alertdialog'])('it does nothing behind an open %s', (role) => {
  render(
    <Page>
      <div role={role} />
    </Page>,
  )
  press({})
  expect(onPress).not.toHaveBeenCalled()
})

test('a page without a shortcut leaves all keys alone, also in its fields', () => {
  const PlainPage = () => {
    usePageShortcut(undefined, onPress)
    return <input type="text" />
  }
  render(<PlainPage />)
  press({})
  press({}, screen.getByRole('textbox'))
  expect(onPress).not.toHaveBeenCalled()
})
