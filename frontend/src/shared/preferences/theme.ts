import { create } from 'zustand'
import { deviceStorage } from '../storage/browser-storage.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'

type Theme = {
  choice: ThemeChoice
  /** The applied theme: the choice, or the theme of the system for "system". */
  theme: 'light' | 'dark'
  setChoice: (choice: ThemeChoice) => void
}

/** public/theme.js reads the same key before the first paint. */
const key = 'thirty-theme'
const darkQuery = matchMedia('(prefers-color-scheme: dark)')

const storedChoice = (): ThemeChoice => {
  const choice = deviceStorage.get(key)
  return choice === 'light' || choice === 'dark' ? choice : 'system'
}

const resolveTheme = (choice: ThemeChoice) => {
  if (choice !== 'system') return choice
  return darkQuery.matches ? 'dark' : 'light'
}

const applyTheme = (choice: ThemeChoice) => {
  const theme = resolveTheme(choice)
  document.documentElement.dataset.theme = theme
  return { choice, theme }
}

export const useTheme = create<Theme>()((set) => ({
  ...applyTheme(storedChoice()),
  setChoice: (choice) => {
    deviceStorage.set(key, choice)
    set(applyTheme(choice))
  },
}))

const applyStoredTheme = () => useTheme.setState(applyTheme(storedChoice()))
darkQuery.addEventListener('change', applyStoredTheme)
// The user may change the theme in another tab.
addEventListener('storage', (event) => event.key === key && applyStoredTheme())
