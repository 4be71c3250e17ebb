// The question before another screen takes the place of one with a rating that was not submitted. Leaving does not lose it.

import { useLayoutEffect } from 'react'
import { useBlocker } from '../../navigation/router.ts'
import { useSession } from '../../session/session.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { t } from '../../i18n/t.ts'

let asksFirst = false

/** Whether leaving the screen asks first. */
export const asksBeforeLeaving = (): boolean => asksFirst

/** To be called when the user has answered the question: the navigation that follows does not ask again. */
export const skipLeaveQuestion = (): void => void (asksFirst = false)

/** Asks before every navigation to another screen. */
export const LeaveQuestion = ({ asks }: { asks: boolean }) => {
  // Before the next paint: a key that is pressed as soon as the rating is saved must not ask.
  useLayoutEffect(() => {
    asksFirst = asks
    return skipLeaveQuestion
  }, [asks])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      asksFirst && currentLocation.pathname !== nextLocation.pathname && hasSession(),
  )
  return (
    blocker.state === 'blocked' && (
      <LeaveDialog onClose={() => blocker.reset()} onConfirm={() => blocker.proceed()} />
    )
  )
}

/** The question itself, for what asks before it knows where it leads. */
export const LeaveDialog = (props: { onClose: () => void; onConfirm: () => void }) => (
  <AlertDialog
    {...props}
    title={t('ui.leaveQuestion')}
    description={t('ui.ratingStays')}
    confirmLabel={t('common.leave')}
  />
)

/** Without a session the login takes the place of the screen, and the screen comes back after it. */
const hasSession = (): boolean => 'user' in useSession.getState().session
