import { useState } from 'react'
import { useLocation } from './router.ts'

/**
 * Returns which dialog of a shell is open, if any, and opens and closes it. It closes when another screen is shown, such as with Back.
 * A link in the dialog also has to close it: it may lead to the screen that is shown.
 */
export function useShellDialog<Name extends string>() {
  const { pathname } = useLocation()
  const [openDialog, setOpenDialog] = useState<Name>()
  const [lastPathname, setLastPathname] = useState(pathname)
  if (lastPathname !== pathname) {
    setLastPathname(pathname)
    setOpenDialog(undefined)
  }
  return { openDialog, open: setOpenDialog, close: () => setOpenDialog(undefined) }
}
