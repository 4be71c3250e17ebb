// The theme of this device: the choice, its place in the browser, what it makes of the page, and how the theme of the account replaces it.
// `app/start-app.ts` follows the account.

import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { deviceStorage } from '../storage/browser-storage.ts'

type ThemeChoice = 'light' | 'dark' | 'system'

type Theme = {
  choice: ThemeChoice
  /** The applied theme: the choice, or the theme of the system for "system". */
  theme: 'light' | 'dark'
  setChoice: (choice: ThemeChoice) => void
}

/** The theme of the account that this device has applied last. It belongs to the user, so it is removed at logout. */
const accountThemeKey = 'thirty-account-theme'

/** public/before-paint.js reads the same key before the first paint. */
const key = 'thirty-theme'
const isBrowser = typeof document !== 'undefined'
const darkQuery = isBrowser ? matchMedia('(prefers-color-scheme: dark)') : undefined

const storedChoice = (): ThemeChoice => {
  const choice = deviceStorage.get(key)
  return choice === 'light' || choice === 'dark' ? choice : 'system'
}

const resolveTheme = (choice: ThemeChoice) => {
  if (choice !== 'system') return choice
  return darkQuery?.matches ? 'dark' : 'light'
}

const applyTheme = (choice: ThemeChoice) => {
  const theme = resolveTheme(choice)
  if (isBrowser) document.documentElement.dataset.theme = theme
  return { choice, theme }
}

export const useTheme = create<Theme>()((set) => ({
  ...applyTheme(storedChoice()),
  setChoice: (choice) => {
    deviceStorage.set(key, choice)
    set(applyTheme(choice))
  },
}))

/**
 * Applies the theme of the account when it has changed since this device applied it last. A device that was switched with
 * the button in the top bar keeps its own theme until then.
 */
export function applyAccountTheme({ theme }: Pick<OwnUser, 'theme'>): void {
  if (theme === (deviceStorage.get(accountThemeKey) ?? 'system')) return
  deviceStorage.set(accountThemeKey, theme)
  useTheme.getState().setChoice(theme)
}

/** Returns to the theme of the system if the one of the account is shown: it must not stay for the next user. */
export function forgetAccountTheme(): void {
  const { choice, setChoice } = useTheme.getState()
  if (deviceStorage.get(accountThemeKey) === choice) setChoice('system')
  deviceStorage.remove(accountThemeKey)
}

/** Returns the applied theme; undefined in a prerendered page, whose reader is not known. */
export const useAppliedTheme = (): Theme['theme'] | undefined =>
  useSyncExternalStore(
    useTheme.subscribe,
    () => useTheme.getState().theme,
    () => undefined,
  )

const applyStoredTheme = () => useTheme.setState(applyTheme(storedChoice()))
darkQuery?.addEventListener('change', applyStoredTheme)
// The user may change the theme in another tab.
if (isBrowser) addEventListener('storage', (event) => event.key === key && applyStoredTheme())
