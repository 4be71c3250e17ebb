// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { mockServer } from '../../testing/mock-server.ts'
import { maya, meResponse } from '../../testing/participant-fixtures.ts'
import { claimUserStorage, clearUserStorage } from '../shared/session/session.ts'
import { applyAccountTheme, useTheme } from '../shared/preferences/theme.ts'
import { startApp } from './start-app.ts'

const choice = () => useTheme.getState().choice

beforeEach(() => useTheme.getState().setChoice('system'))

test('a theme that was chosen on another device is applied at the next visit', () => {
  applyAccountTheme({ theme: 'dark' })
  expect(choice()).toBe('dark')
})

test('a device that was switched by itself keeps its theme until that of the account changes', () => {
  applyAccountTheme({ theme: 'dark' })
  useTheme.getState().setChoice('light')
  applyAccountTheme({ theme: 'dark' })
  expect(choice()).toBe('light')
  applyAccountTheme({ theme: 'system' })
  expect(choice()).toBe('system')
})

test('an account that never chose a theme does not change that of the device', () => {
  useTheme.getState().setChoice('dark')
  applyAccountTheme({ theme: 'system' })
  expect(choice()).toBe('dark')
})

test('the theme of one user is not shown to the next one', () => {
  applyAccountTheme({ theme: 'dark' })
  clearUserStorage()
  expect(choice()).toBe('system')
  claimUserStorage('maya')
  applyAccountTheme({ theme: 'light' })
  claimUserStorage('kenji')
  expect(choice()).toBe('system')
})

test('a theme that was chosen on the device stays after a logout', () => {
  applyAccountTheme({ theme: 'dark' })
  useTheme.getState().setChoice('light')
  clearUserStorage()
  expect(choice()).toBe('light')
})

test('the theme of the account is applied when the product starts', async () => {
  mockServer({ 'GET /api/auth/me': () => meResponse({ ...maya, theme: 'dark' }) })
  localStorage.setItem('token', 'of-maya')
  startApp()
  await expect.poll(choice).toBe('dark')
})
