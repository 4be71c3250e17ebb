import { useSyncExternalStore } from 'react'

const query = () => window.matchMedia('(min-width: 960px)')

const subscribe = (onChange: () => void) => {
  const media = query()
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

const currentLayout = () => (query().matches ? 'wide' : 'narrow')

/**
 * Returns the layout for the width of the window. It is undefined in a prerendered page, whose reader is not known: there,
 * content that depends on the layout needs `ByLayout`, so that it does not jump when the page is hydrated.
 */
export const useLayout = (): 'wide' | 'narrow' | undefined =>
  useSyncExternalStore(subscribe, currentLayout, () => undefined)

/** Returns whether the window is wide enough for the wide layout: side rail, top navigation, full tables. */
export const useWideLayout = (): boolean => useLayout() === 'wide'
