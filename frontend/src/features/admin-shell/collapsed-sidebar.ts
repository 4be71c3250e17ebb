import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { deviceStorage } from '../../shared/storage/browser-storage.ts'

/** public/before-paint.js reads the same key, and marks the page for the style sheets in the same way. */
const storageKey = 'thirty-admin-sidebar'

const useSidebar = create(() => ({ isCollapsed: deviceStorage.get(storageKey) === 'collapsed' }))

/**
 * Whether the sidebar is collapsed, which this browser remembers. False while a prerendered page is hydrated; the style sheets follow
 * the mark on the page, so nothing moves.
 */
export const useIsCollapsed = (): boolean =>
  useSyncExternalStore(
    useSidebar.subscribe,
    () => useSidebar.getState().isCollapsed,
    () => false,
  )

/** Opens the sidebar if it is collapsed, and collapses it otherwise. */
export function toggleSidebar(): void {
  const isCollapsed = !useSidebar.getState().isCollapsed
  deviceStorage.set(storageKey, isCollapsed ? 'collapsed' : 'open')
  markPage(isCollapsed)
  useSidebar.setState({ isCollapsed })
}

function markPage(isCollapsed: boolean): void {
  if (isCollapsed) document.documentElement.dataset.sidebar = 'collapsed'
  else delete document.documentElement.dataset.sidebar
}
