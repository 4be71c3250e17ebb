// @vitest-environment happy-dom
import { expect, test } from 'vitest'
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
