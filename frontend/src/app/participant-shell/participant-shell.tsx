// The layout around every screen of signed-in participants: top bar, tab bar, the dialogs that they open, and the notice that an account is
// pending.

import { useEffect } from 'react'
import { Outlet } from '../../shared/navigation/router.ts'
import { followCurrentDay } from '../../shared/challenge/current-day.ts'
import { DayNotice } from '../../shared/challenge/day-notice.tsx'
import { LateNotice } from '../../shared/live/late-notice.tsx'
import { useShellDialog } from '../../shared/navigation/use-shell-dialog.ts'
import { BaseDialog } from '../../shared/ui/dialog/base-dialog.tsx'
import { lazyDialog, preloadBeforePress } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { Announcer } from '../../shared/ui/feedback/announcer.tsx'
import { Toasts } from '../../shared/ui/feedback/toasts.tsx'
import { followRemovals } from '../../shared/ui/focus-after-removal.ts'
import { SkipLink } from '../../shared/ui/skip-link.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useServiceWorker } from './use-service-worker.ts'
import css from './participant-shell.module.css'
import { pendingAccountText } from '@thirty/contracts/endpoints/access.ts'
import { Clock } from 'lucide-react'
import { t } from '../../shared/i18n/t.ts'
import { useSession } from '../../shared/session/session.ts'
import frames from '../../shared/styles/frames.module.css'
import { Banner } from '../../shared/ui/feedback/banner.tsx'

const LogOutDialog = lazyDialog(
  async () => (await import('../../shared/account/log-out-dialog.tsx')).LogOutDialog,
)
const MoreSheet = lazyDialog(async () => (await import('./more-sheet.tsx')).MoreSheet)

export const ParticipantShell = () => {
  const { openDialog, open, close } = useShellDialog<'more' | 'log-out'>()
  useEffect(() => followCurrentDay('user'), [])
  useEffect(followRemovals, [])
  useEffect(() => preloadBeforePress(BaseDialog.preload), [])
  useServiceWorker()

  return (
    <div className={css.shell}>
      <SkipLink />
      <TopBar onLogOut={() => open('log-out')} />
      <main id="main" className={css.main}>
        <PendingAccountNotice />
        <LateNotice />
        <DayNotice />
        <Outlet />
      </main>
      <TabBar onMore={() => open('more')} />
      {openDialog === 'more' && <MoreSheet onClose={close} onLogOut={() => open('log-out')} />}
      {openDialog === 'log-out' && <LogOutDialog onClose={close} />}
      <Toasts />
      <Announcer />
    </div>
  )
}

/** Tells users whose account is pending, on every screen, that they can read only. */
export const PendingAccountNotice = () => {
  const isPending = useSession(({ session }) => session.kind === 'user' && session.user.status === 'pending')
  if (!isPending) return null
  return (
    <div className={`${frames.page} ${css.notice}`}>
      <Banner kind="warning" icon={<Clock />} title={`${pendingAccountText.message}.`}>
        {t('app.lookAround')}
      </Banner>
    </div>
  )
}
