// The messages at the bottom of the page, which `shell-messages.tsx` shows.

import type { ReactNode } from 'react'
import { create } from 'zustand'
import { onUserChange } from '../../storage/user-change.ts'

export type Toast = {
  id: string
  kind: 'success' | 'achievement' | 'info' | 'error'
  /** One sentence. */
  text: ReactNode
  action?: { label: string; onPress: () => void }
}

/** More toasts would hide the page. The oldest that is not an error is removed first: errors stay until they are read. */
const maxToasts = 3

export const useToasts = create<{ toasts: readonly Toast[] }>()(() => ({ toasts: [] }))
onUserChange(() => useToasts.setState({ toasts: [] }))

let lastId = 0

/** Shows a message at the bottom of the page. A message with the same `id` is replaced. Returns the id. */
export const toast = (message: Omit<Toast, 'id'> & { id?: string | undefined }): string => {
  const id = message.id ?? `toast-${++lastId}`
  useToasts.setState(({ toasts }) => ({
    toasts: limitToasts([...toasts.filter((other) => other.id !== id), { ...message, id }]),
  }))
  return id
}

function limitToasts(toasts: readonly Toast[]): readonly Toast[] {
  const oldest = toasts.slice(0, -1).find(({ kind }) => kind !== 'error')
  if (toasts.length <= maxToasts || oldest === undefined) return toasts
  return limitToasts(toasts.filter((toast) => toast !== oldest))
}

export const dismissToast = (id: string) =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((other) => other.id !== id) }))
