// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { useTheme } from './theme.ts'

test('applies a chosen theme at once and stores it', () => {
  useTheme.getState().setChoice('dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('thirty-theme')).toBe('dark')
})

test('the choice "system" follows the theme of the system', () => {
  useTheme.getState().setChoice('system')
  expect(useTheme.getState()).toMatchObject({ choice: 'system', theme: 'light' })
})

test('a theme that is chosen in another tab is applied in this one', () => {
  useTheme.getState().setChoice('light')
  localStorage.setItem('thirty-theme', 'dark')
  dispatchEvent(new StorageEvent('storage', { key: 'thirty-theme' }))
  expect(useTheme.getState()).toMatchObject({ choice: 'dark', theme: 'dark' })
  expect(document.documentElement.dataset.theme).toBe('dark')
})

test('a page begins with the theme that this browser remembers, but is hydrated as the build has rendered it', async () => {
  localStorage.setItem('thirty-theme', 'dark')
  vi.resetModules()
  const { useTheme: themeOfNextPage } = await import('./theme.ts')
  expect(themeOfNextPage.getState()).toMatchObject({ choice: 'dark', theme: 'dark' })
  expect(themeOfNextPage.getInitialState().theme).toBeUndefined()
})
