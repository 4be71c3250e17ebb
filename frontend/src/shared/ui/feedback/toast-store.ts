import type { ReactNode } from 'react'
import { create } from 'zustand'

export type Toast = {
  id: string
  kind: 'success' | 'achievement' | 'info' | 'error'
  /** One sentence. */
  text: ReactNode
  action?: { label: string; onPress: () => void }
}

type Toasts = { toasts: readonly Toast[] }

/** More toasts would hide the page. The oldest is removed first. */
const maxToasts = 3

export const useToasts = create<Toasts>()(() => ({ toasts: [] }))

let lastId = 0

/** Shows a message at the bottom of the page. A message with the same `id` is replaced. Returns the id. */
export const toast = (message: Omit<Toast, 'id'> & { id?: string }): string => {
  const id = message.id ?? `toast-${++lastId}`
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((other) => other.id !== id), { ...message, id }].slice(-maxToasts),
  }))
  return id
}

export const dismissToast = (id: string) =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((other) => other.id !== id) }))
