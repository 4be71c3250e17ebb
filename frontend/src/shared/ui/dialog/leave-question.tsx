import { useBlocker } from '../../navigation/router.ts'
import { useSession } from '../../session/session.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { t } from '../../i18n/t.ts'

/** The question whether to leave a rating that was not submitted. Leaving does not lose it. */
export const LeaveDialog = (props: { onClose: () => void; onConfirm: () => void }) => (
  <AlertDialog
    {...props}
    title={t('ui.leaveQuestion')}
    description={t('ui.ratingStays')}
    confirmLabel={t('common.leave')}
  />
)

/** Asks before another screen takes the place of one with a rating that was not submitted. */
export const LeaveQuestion = ({ asks }: { asks: boolean }) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      asks && currentLocation.pathname !== nextLocation.pathname && hasSession(),
  )
  return (
    blocker.state === 'blocked' && (
      <LeaveDialog onClose={() => blocker.reset()} onConfirm={() => blocker.proceed()} />
    )
  )
}

/** Without a session the login takes the place of the screen, and the screen comes back after it. */
const hasSession = (): boolean => 'user' in useSession.getState().session
