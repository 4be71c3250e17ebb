import { Moon, Sun } from 'lucide-react'
import { IconButton } from './icon-button.tsx'
import { useTheme } from '../../preferences/theme.ts'

/** Turns the page light or dark. "System" is chosen in the profile. */
export const ThemeSwitch = () => {
  const theme = useTheme((state) => state.theme)
  const choose = useTheme((state) => state.setChoice)
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <IconButton
      label={`Switch to ${other} theme`}
      icon={theme === 'dark' ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
      onClick={() => choose(other)}
    />
  )
}
