// What the shells show or say above and below every screen: that its data is not of now, because the server has not processed all events of it
// or it could not be loaded again; all toasts of `toast-store.ts`, of which errors interrupt screen readers and stay, and others disappear
// after 6 s; and announcements for screen readers.

import { useState } from 'react'
import { CircleAlert, CircleCheck, CloudOff, Hourglass, Info, Trophy, X } from 'lucide-react'
import { create } from 'zustand'
import { formatDateTime } from '../display/time.tsx'
import { useLateSince } from '../../http/response-headers.ts'
import frames from '../../styles/frames.module.css'
import { Button } from '../controls/button.tsx'
import { Banner } from '../display/surfaces.tsx'
import { t } from '../../i18n/t.ts'
import { useStaleScreen } from '../../live/stale-data.ts'
import { dismissToast, useToasts, type Toast } from './toast-store.ts'
import { onUserChange } from '../../storage/user-change.ts'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { useAfter } from '../use-after.ts'
import late from './late-notice.module.css'
import css from './toasts.module.css'

export const LateNotice = ({ isAdmin = false }: { isAdmin?: boolean }) => {
  const lateSince = useLateSince()
  const stale = useStaleScreen()
  if (lateSince === undefined && stale === undefined) return null
  return (
    <div className={`${isAdmin ? frames.admin : frames.page} ${late.notice}`}>
      {lateSince !== undefined && (
        <Banner
          kind="warning"
          icon={<Hourglass />}
          title={t('ui.lateData', { time: formatDateTime(lateSince) })}
          live
        >
          {t('ui.lateDataAdvice')}
        </Banner>
      )}
      {stale && (
        <Banner
          kind="warning"
          icon={<CloudOff />}
          title={t('ui.staleData', { time: formatDateTime(stale.since) })}
          action={<Button onClick={stale.reload}>{t('common.tryAgain')}</Button>}
          live
        >
          {t('ui.staleDataAdvice')}
        </Banner>
      )}
    </div>
  )
}

const displayMs = 6000
const icons = { success: CircleCheck, achievement: Trophy, info: Info, error: CircleAlert }

export const Toasts = () => {
  const toasts = useToasts((state) => state.toasts)
  const isError = ({ kind }: Toast) => kind === 'error'
  return (
    <section aria-label={t('ui.messages')} className={css.toasts}>
      {(['status', 'alert'] as const).map((role) => (
        <div key={role} role={role} className={css.region}>
          {toasts
            .filter((toast) => isError(toast) === (role === 'alert'))
            .map((toast) => (
              <ToastMessage key={toast.id} toast={toast} />
            ))}
        </div>
      ))}
    </section>
  )
}

const ToastMessage = ({ toast }: { toast: Toast }) => {
  const [isPaused, setIsPaused] = useState(false)
  const { action } = toast
  const dismiss = () => dismissToast(toast.id)
  const Icon = icons[toast.kind]
  useAfter(isPaused || toast.kind === 'error' ? undefined : displayMs, dismiss, toast)
  return (
    <div
      className={css.toast}
      data-kind={toast.kind}
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <Icon size={18} strokeWidth={1.9} className={css.icon} />
      <p>{toast.text}</p>
      {action && (
        <button
          type="button"
          className={css.action}
          onClick={() => {
            dismiss()
            action.onPress()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={css.close} aria-label={t('ui.closeMessage')} onClick={dismiss}>
        <X size={16} />
      </button>
    </div>
  )
}

const useAnnouncement = create<{ text: string; count: number }>()(() => ({ text: '', count: 0 }))
onUserChange(() => useAnnouncement.setState({ text: '' }))

/** Announces a text to screen reader users without interrupting them, also if it is the same as the last one. */
export const announce = (text: string) =>
  useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }))

/** The polite live region of the page; render it once, in the shell. */
export const Announcer = () => {
  const { text, count } = useAnnouncement()
  return (
    <div role="status" aria-live="polite">
      {/* A new element for each announcement: screen readers do not repeat a text that does not change. */}
      <VisuallyHidden key={count}>{text}</VisuallyHidden>
    </div>
  )
}
